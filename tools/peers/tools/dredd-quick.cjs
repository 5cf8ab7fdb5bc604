// Preloaded into Dredd: its copy of what it has parsed, which only hooks that ask for the configuration need, is not made.
const Module = require('node:module');

const load = Module._load;
Module._load = function quick(request, parent, ...rest) {
  return request === 'clone' && /dredd\/build\/addHooks\.js$/.test(parent?.filename ?? '')
    ? (value) => value
    : load.call(this, request, parent, ...rest);
};
