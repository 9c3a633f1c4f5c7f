/** A prompt from an editor to the chat. */
export interface CodeAttachment {
  readonly kind: 'selection' | 'problems';
  /** What people call it: a path from its workspace folder on, with lines. */
  readonly name: string;
  readonly text: string;
  /** As code fences name it. */
  readonly language: string;
}

/** A prompt that is ready to be sent. */
export interface CodeQuestion {
  readonly text: string;
  /** The code stands in the text, at the place that the prompt has for it. */
  readonly hasSelection?: boolean | undefined;
  /** Opens the chat and sends the prompt, with these and with the files that it names. */
  ask(attachments: readonly CodeAttachment[]): Promise<void>;
}

/** A problem that the editor reports for lines of code. */
export interface Problem {
  /** From 1 on, of the whole file. */
  readonly line: number;
  readonly severity: 'error' | 'warning' | 'information' | 'hint';
  readonly message: string;
  /** What reports it, and how that calls it, where it is known. */
  readonly source?: string | undefined;
  readonly code?: string | undefined;
}

/** The worst first; the many that follow from the first help nobody. */
const maximumProblems = 50;
const maximumMessageLength = 2000;
const severities: readonly Problem['severity'][] = ['error', 'warning', 'information', 'hint'];

/** Problems as a model reads them, one a line. */
export function writeProblems(problems: readonly Problem[]): string {
  const ordered = problems.toSorted(
    (a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity) || a.line - b.line,
  );
  const lines = ordered.slice(0, maximumProblems).map(({ line, severity, message, source, code }) => {
    const origin = [source, code].filter(Boolean).join(' ');
    const words = message
      .slice(0, maximumMessageLength)
      .trim()
      .replaceAll(/\s*[\r\n]+\s*/g, ' ');
    return `Line ${line}: ${severity}: ${words}${origin ? ` (${origin})` : ''}`;
  });
  const rest = problems.length - lines.length;
  return [...lines, ...(rest > 0 ? [`And ${rest} more.`] : [])].join('\n');
}

/** `a.ts:3` or `a.ts:3-9`, with lines from 1 on. */
export function nameLines(path: string, first: number, last: number): string {
  return first === last ? `${path}:${first}` : `${path}:${first}-${last}`;
}
