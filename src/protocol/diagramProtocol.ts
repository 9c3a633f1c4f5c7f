/** The messages between the extension host and the tab of a diagram. */
import * as z from 'zod/mini';
import { logMessage } from './protocolViews.ts';

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
  logMessage,
]);
export type DiagramWebviewMessage = z.infer<typeof diagramWebviewMessage>;
