/// <reference path="./undiciFiles.d.ts" />
/**
 * What connections need of undici. Its index would bring its fetch, web sockets, caches and mocks as well: twice as much to
 * ship and to load. It is also those that set a process-wide dispatcher where there is none.
 */
import connect from 'undici/lib/api/api-connect.js';
import buildConnector from 'undici/lib/core/connect.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import Client from 'undici/lib/dispatcher/client.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
import Pool from 'undici/lib/dispatcher/pool.js';

// As its index does with all of its ways to ask.
Object.assign(Dispatcher.prototype, { connect });

export { Agent, buildConnector, Client, type Dispatcher, Pool };
