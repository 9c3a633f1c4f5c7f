/**
 * The server loads this file first, and so does each extension host that it starts: those read their
 * variables from a file, which may be another one for each window.
 */
const { readFileSync } = require('node:fs');

const { HOST_ENVIRONMENT_FILE: file } = process.env;
if (file && process.argv.some((argument) => argument === '--type=extensionHost'))
  Object.assign(process.env, JSON.parse(readFileSync(file, 'utf8')));
