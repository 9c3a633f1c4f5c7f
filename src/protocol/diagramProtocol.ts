/** The messages between the extension host and the tab of a diagram. */
import * as z from 'zod/mini';

/**
 * The diagram to draw, as the model wrote it, if it is not longer than `maximumLength`; and the script that draws it.
 */
export interface DiagramHostMessage {
  readonly type: 'diagram';
  readonly source: string;
  readonly maximumLength: number;
  readonly library: string;
}

export const diagramWebviewMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('log'), level: z.enum(['warn', 'error']), message: z.string() }),
]);
export type DiagramWebviewMessage = z.infer<typeof diagramWebviewMessage>;
