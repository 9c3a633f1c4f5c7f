/**
 * Loads files one after the other in a process of its own, and prints the CPU time and the bytes of each. VS Code's API is
 * stood in for by an object that answers everything: what is measured is loading, nothing is activated.
 */
const Module = require('node:module');
const { statSync } = require('node:fs');

// What Node itself has, the extension host has loaded long before.
for (const name of Module.builtinModules)
  if (!/^(_|node:|inspector|repl|trace_events|sys|punycode|wasi|test)/.test(name)) require(name);

const anything = new Proxy(() => {}, {
  get: (_, key) => (key === Symbol.toPrimitive ? () => '' : anything),
  apply: () => anything,
  construct: () => anything,
});
const api = Object.create(new Proxy({}, { get: (_, key) => (key === '__esModule' ? undefined : anything) }));
const load = Module._load;
Module._load = (request, ...rest) => (request === 'vscode' ? api : load(request, ...rest));

const results = process.argv.slice(2).map((file) => {
  const known = new Set(Object.keys(require.cache));
  const start = process.cpuUsage();
  require(file);
  const { user, system } = process.cpuUsage(start);
  const added = Object.keys(require.cache).filter((path) => !known.has(path));
  return {
    ms: (user + system) / 1000,
    bytes: added.reduce((sum, path) => sum + statSync(path).size, 0),
    files: added.length,
  };
});
process.stdout.write(JSON.stringify(results));
