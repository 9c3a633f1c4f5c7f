'use strict';
const vscode = require('vscode');
const { openHostDoor } = require('./hostDoor.cjs');
const { registerSlowSymbols } = require('./slowSymbols.cjs');
const { registerSoakCommands } = require('./soak.cjs');

/** A red dot of one pixel. */
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

/** Lets tests act in the editor, and contributes tools, well-behaved ones and others, and slow symbols. */
exports.activate = ({ subscriptions }) => {
  const { HOST_DOOR: door } = process.env;
  if (door) subscriptions.push(openHostDoor(door));
  subscriptions.push(
    vscode.commands.registerCommand('endToEndTests.notify', (words, ...buttons) => {
      // It is over when somebody pressed a button.
      void vscode.window.showWarningMessage(words, ...buttons);
    }),
  );
  subscriptions.push(registerSlowSymbols(), registerSoakCommands());
  const { CancellationError, LanguageModelDataPart, LanguageModelTextPart, LanguageModelToolResult, lm } =
    vscode;
  const result = (...parts) => new LanguageModelToolResult(parts);
  const register = (name, tool) => subscriptions.push(lm.registerTool(name, tool));
  const text = (value) => new LanguageModelTextPart(value);
  register('demo_echo', { invoke: ({ input }) => result(text(`Echo: ${input.text}`)) });
  register('demo_wait', {
    invoke: (_, token) =>
      new Promise((_resolve, reject) => {
        token.onCancellationRequested(() => reject(new CancellationError()));
      }),
  });
  register('demo_draw', {
    invoke: () =>
      result(
        text('A red dot.'),
        LanguageModelDataPart.image(Buffer.from(png, 'base64'), 'image/png'),
        LanguageModelDataPart.json({ colour: 'red' }),
      ),
  });
  register('demo_careful', {
    prepareInvocation: () => ({ confirmationMessages: { title: 'Really?', message: 'It can’t be undone.' } }),
    invoke: () => result(text('Done with care.')),
  });
  register('demo_broken', {
    invoke: () => {
      throw new Error('The demo is broken.');
    },
  });
  register('demo_chatOnly', {
    invoke: () => {
      throw new Error('Invocation context must be provided for this tool');
    },
  });
};
