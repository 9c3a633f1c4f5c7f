import * as vscode from 'vscode';
import * as z from 'zod/mini';

const networkSettings = z.lazy(() =>
  z.object({
    proxyUrl: z.catch(z.optional(z.string()), undefined),
    noProxy: z.catch(z.optional(z.array(z.string())), undefined),
    proxyAuthorization: z.catch(z.optional(z.string()), undefined),
    proxySupport: z.catch(z.optional(z.enum(['off', 'on', 'fallback', 'override'])), undefined),
    strictSsl: z.catch(z.optional(z.boolean()), undefined),
    useSystemCertificates: z.catch(z.optional(z.boolean()), undefined),
  }),
);
type NetworkSettings = z.infer<typeof networkSettings>;

/**
 * VS Code's network settings from the user settings; values of the wrong type are left out. Workspace values are
 * ignored: a workspace's proxy would see where requests go, and without TLS the API key.
 */
export function readNetworkSettings(): NetworkSettings {
  const http = vscode.workspace.getConfiguration('http');
  const read = (name: string): unknown => {
    const found = http.inspect(name);
    return found?.globalValue ?? found?.defaultValue;
  };
  return networkSettings.parse({
    proxyUrl: read('proxy'),
    noProxy: read('noProxy'),
    proxyAuthorization: read('proxyAuthorization') ?? undefined,
    proxySupport: read('proxySupport'),
    strictSsl: read('proxyStrictSSL'),
    useSystemCertificates: read('systemCertificates'),
  });
}

/** VS Code's accessibility signals and hints that apply to the chat, with their volume. */
interface Signals {
  readonly announcesQuestions: boolean;
  readonly namesHelp: boolean;
  readonly signals: { readonly response: number; readonly question: number };
}

const signal = z.lazy(() =>
  z.catch(z.object({ sound: z.optional(z.string()), announcement: z.optional(z.string()) }), {}),
);
const volume = z.lazy(() => z.catch(z.number().check(z.minimum(0), z.maximum(100)), 70));

export const signalSettings = ['accessibility', 'editor.accessibilitySupport'];

export function readSignals(): Signals {
  const all = vscode.workspace.getConfiguration();
  const response = signal.parse(all.get('accessibility.signals.chatResponseReceived'));
  const question = signal.parse(all.get('accessibility.signals.chatUserActionRequired'));
  const loudness = volume.parse(all.get('accessibility.signalOptions.volume')) / 100;
  // “auto” means on with a screen reader, which an extension can detect only if the person has set it.
  const hasReader = all.get('editor.accessibilitySupport') === 'on';
  const isOn = ({ sound }: z.infer<typeof signal>) => sound === 'on' || (sound === 'auto' && hasReader);
  return {
    announcesQuestions: question.announcement !== 'off',
    namesHelp: all.get('accessibility.verbosity.panelChat') !== false,
    signals: { response: isOn(response) ? loudness : 0, question: isOn(question) ? loudness : 0 },
  };
}

/** Whether VS Code's own chat is disabled by a setting or a policy. */
export function isEditorChatOff(): boolean {
  return vscode.workspace.getConfiguration().get('chat.disableAIFeatures') === true;
}

/**
 * The user's value of a setting of VS Code's own chat; undefined if this VS Code has no such setting. Workspace values
 * are ignored.
 */
export function readChatSetting(name: `chat.${string}`): { readonly own: unknown } | undefined {
  const found = vscode.workspace.getConfiguration().inspect<unknown>(name);
  return found?.defaultValue === undefined ? undefined : { own: found.globalValue };
}

const messageLengths = z.lazy(() => {
  const length = z.catch(z.optional(z.number().check(z.int(), z.positive())), undefined);
  return z.object({ subject: length, line: length });
});

/** The line lengths of a commit message, if VS Code is set to check them; values of the wrong type are left out. */
export function readMessageLengths(repository: vscode.Uri): z.infer<typeof messageLengths> | undefined {
  const git = vscode.workspace.getConfiguration('git', repository);
  // In older versions of VS Code, the value is a string.
  if ([undefined, false, 'off'].includes(git.get('inputValidation'))) return undefined;
  const line = git.get<unknown>('inputValidationLength');
  return messageLengths.parse({ subject: git.get<unknown>('inputValidationSubjectLength') ?? line, line });
}

/** The patterns of files that VS Code opens as read-only, and of their exceptions. */
export function readReadOnlyPatterns(uri: vscode.Uri) {
  const files = vscode.workspace.getConfiguration('files', uri);
  const read = (name: string) =>
    Object.entries(files.get<Readonly<Record<string, unknown>>>(name) ?? {}).flatMap(([pattern, isOn]) =>
      isOn === true ? [pattern] : [],
    );
  return { include: read('readonlyInclude'), exclude: read('readonlyExclude') };
}

/** For each kind of color theme: the setting for the preferred theme, and the `uiTheme` that such themes declare. */
const themeKinds = {
  [vscode.ColorThemeKind.Light]: { preferredSetting: 'preferredLightColorTheme', uiTheme: 'vs' },
  [vscode.ColorThemeKind.Dark]: { preferredSetting: 'preferredDarkColorTheme', uiTheme: 'vs-dark' },
  [vscode.ColorThemeKind.HighContrast]: {
    preferredSetting: 'preferredHighContrastColorTheme',
    uiTheme: 'hc-black',
  },
  [vscode.ColorThemeKind.HighContrastLight]: {
    preferredSetting: 'preferredHighContrastLightColorTheme',
    uiTheme: 'hc-light',
  },
};

/**
 * The active color theme: its possible names, the likelier one first; its kind, which is certain; and the value of
 * `editor.tokenColorCustomizations`. VS Code does not tell extensions the name, only the settings that decide it.
 */
export function readEditorTheme() {
  const all = vscode.workspace.getConfiguration();
  const { kind } = vscode.window.activeColorTheme;
  const { preferredSetting, uiTheme } = themeKinds[kind];
  const own = all.get<unknown>('workbench.colorTheme');
  const preferred = all.get<unknown>(`workbench.${preferredSetting}`);
  const isContrast = uiTheme.startsWith('hc');
  const followsSystem = all.get('window.autoDetectColorScheme') === true;
  return {
    // If the system uses high contrast, VS Code may show the preferred theme instead of the one that is set.
    names: isContrast ? [own, preferred] : [followsSystem ? preferred : own],
    uiTheme,
    customizations: all.get<unknown>('editor.tokenColorCustomizations'),
  };
}

/** The settings of which theme is active, and of the person's own colors. The picker of themes writes them after the change. */
export const themeSettings = [
  'workbench.colorTheme',
  'window.autoDetectColorScheme',
  'editor.tokenColorCustomizations',
  ...Object.values(themeKinds).map(({ preferredSetting }) => `workbench.${preferredSetting}`),
];
