/** Turns off what would pop up, move, or use the network during a test. */
export const quietSettings = {
  'telemetry.telemetryLevel': 'off',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.enableExperiments': false,
  'workbench.settings.enableNaturalLanguageSearch': false,
  'workbench.reduceMotion': 'on',
  'editor.cursorBlinking': 'solid',
  // Settings and the like open as tabs, as they long did, and not over everything.
  'workbench.editor.useModal': 'off',
  'update.mode': 'none',
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'git.enabled': false,
  'npm.fetchOnlinePackageInfo': false,
  // Port forwarding scans all processes of the machine every two seconds.
  'remote.autoForwardPorts': false,
  'security.workspace.trust.startupPrompt': 'never',
};
