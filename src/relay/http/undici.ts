/// <reference path="./undiciFiles.d.ts" />
/**
 * What connections need of undici. Its index would add its fetch, web sockets, caches and mocks: twice as much to
 * ship and to load. Those modules also set a process-wide dispatcher if there is none.
 */
import connect from 'undici/lib/api/api-connect.js';
import buildConnector from 'undici/lib/core/connect.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import Client from 'undici/lib/dispatcher/client.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
import Pool from 'undici/lib/dispatcher/pool.js';

// undici's index adds all its request methods to Dispatcher in the same way.
Object.assign(Dispatcher.prototype, { connect });

export { Agent, buildConnector, Client, type Dispatcher, Pool };
