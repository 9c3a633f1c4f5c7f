/** The messages between the extension host and the tab of a diagram. */
import * as z from 'zod/mini';

/** Larger diagrams would block the page for too long. */
export const maximumSourceLength = 30_000;

export const diagramHostMessage = z.discriminatedUnion('type', [
  /** The diagram to draw, as the model wrote it, and the script that draws it. */
  z.object({ type: z.literal('diagram'), source: z.string(), library: z.string() }),
]);
export type DiagramHostMessage = z.infer<typeof diagramHostMessage>;

export const diagramWebviewMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('log'), level: z.enum(['warn', 'error']), message: z.string() }),
]);
export type DiagramWebviewMessage = z.infer<typeof diagramWebviewMessage>;
