import * as z from 'zod/mini';
import type { ToolDecision } from '../../protocol/protocolViews.ts';
import type { Memory } from '../storage/persistence.ts';

/** The part of a tool that decisions depend on. */
export interface DecidedTool {
  /** Identifies the tool; the same name from another provider is another tool. */
  readonly key: string;
  readonly fingerprint: string;
  readonly title: string;
  /** Whether only its server's name identifies the tool: any folder may give a server of its own that name. */
  readonly isOfWorkspace: boolean;
}

const storageKey = 'chat.toolDecisions';
const mostKept = 500;

/** Decisions about tools that last longer than one call. */
const keptDecisions = z.array(
  z.object({
    key: z.string(),
    /** Fingerprint of the tool at that time: a changed tool needs a new decision. */
    fingerprint: z.string(),
    title: z.string(),
    decision: z.enum(['always', 'never']),
  }),
);

export type ToolDecisions = ReturnType<typeof createToolDecisions>;

/**
 * The person's decisions about tools. Those about extensions' tools apply everywhere; those about tools of MCP servers
 * apply to this workspace only, because another folder could have a server of the same name.
 */
export function createToolDecisions(everywhere: Memory, here: Memory) {
  /** Tools that are allowed in a conversation: `conversation key fingerprint`. */
  const ofConversations = new Set<string>();
  const inConversation = (conversationId: string, { key, fingerprint }: DecidedTool) =>
    JSON.stringify([conversationId, key, fingerprint]);

  function readFrom(memory: Memory): z.infer<typeof keptDecisions> {
    return keptDecisions.safeParse(memory.get(storageKey)).data ?? [];
  }

  function forget(memory: Memory, key: string): z.infer<typeof keptDecisions> {
    return readFrom(memory).filter((kept) => kept.key !== key);
  }

  return {
    /** Undefined: the person has to decide. */
    read(tool: DecidedTool, conversationId: string): 'allow' | 'refuse' | undefined {
      const memory = tool.isOfWorkspace ? here : everywhere;
      const kept = readFrom(memory).find(({ key }) => key === tool.key);
      if (kept?.decision === 'never') return 'refuse';
      if (kept?.fingerprint === tool.fingerprint) return 'allow';
      return ofConversations.has(inConversation(conversationId, tool)) ? 'allow' : undefined;
    },
    keep(tool: DecidedTool, conversationId: string, decision: ToolDecision): void {
      if (decision === 'conversation') ofConversations.add(inConversation(conversationId, tool));
      if (decision !== 'always' && decision !== 'never') return;
      const { key, fingerprint, title, isOfWorkspace } = tool;
      const memory = isOfWorkspace ? here : everywhere;
      const others = forget(memory, key).slice(0, mostKept - 1);
      void memory.update(storageKey, [{ key, fingerprint, title, decision }, ...others]);
    },
    get kept(): z.infer<typeof keptDecisions> {
      return [...readFrom(here), ...readFrom(everywhere)];
    },
    takeBack(key: string): void {
      for (const memory of [here, everywhere]) {
        const others = forget(memory, key);
        if (others.length < readFrom(memory).length)
          void memory.update(storageKey, others.length > 0 ? others : undefined);
      }
      for (const allowed of ofConversations)
        if (JSON.parse(allowed)[1] === key) ofConversations.delete(allowed);
    },
  };
}
