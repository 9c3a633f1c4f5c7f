/**
 * The whole language between the extension host and its views. The host owns the state; a view says `ready`,
 * gets one snapshot, then facts, and sends intents. Every message is parsed on arrival; bad ones are logged
 * and dropped.
 */
import * as z from 'zod/mini';
import {
  accessibilityView,
  answerStatus,
  attachmentView,
  configurationView,
  connectionView,
  contextView,
  earlyKeyMessage,
  endedBy,
  failureAction,
  failureView,
  finishCause,
  focusKnownMessage,
  focusWebviewMessage,
  foundView,
  modelView,
  partView,
  queuedView,
  receiptView,
  retryWaitView,
  suggestionView,
  systemView,
  toolDecision,
  toolsView,
  turnsWindow,
  turnView,
  usageView,
  waitPhase,
} from './protocolViews.ts';

// ---------------------------------------------------------------- chat

export const hostMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('snapshot'),
    conversationId: z.string(),
    /** As the person or a model named it; absent while nobody did. */
    title: z.optional(z.string()),
    window: turnsWindow,
    /** Ids of all responses that are being written. */
    running: z.array(z.string()),
    queue: z.array(queuedView),
    /** What is queued waits for the person: after a stopped or failed response, and after a restart. */
    isQueueHeld: z.boolean(),
    connection: connectionView,
    model: z.optional(modelView),
    /** What was typed and not sent, as of the window's last `draft`. */
    draft: z.optional(z.string()),
    /** What goes along with it. */
    attachments: z.array(attachmentView),
    /** Further models that the next question goes to, beside the chosen one. */
    others: z.array(modelView),
    context: z.optional(contextView),
    tools: toolsView,
    /** Absent where no model that is asked lets a person choose. */
    configuration: z.optional(configurationView),
    system: systemView,
    isTrusted: z.boolean(),
    accessibility: accessibilityView,
    /** Address of the folder with all images. */
    pictures: z.string(),
  }),
  /** Another branch is shown, or another part of it. Turns that stay keep their ids. */
  z.object({ type: z.literal('turns'), window: turnsWindow, running: z.array(z.string()) }),
  z.object({ type: z.literal('title'), title: z.optional(z.string()) }),
  z.object({ type: z.literal('queue'), queue: z.array(queuedView), isHeld: z.boolean() }),
  /** What the running question waits for now. */
  z.object({ type: z.literal('phase'), turnId: z.string(), phase: waitPhase }),
  /** A text comes back into the input, before what is there already. */
  z.object({ type: z.literal('putBack'), text: z.string() }),
  /** A turn was added at the end, which is then the last of `total`; or more is known of one that is there. */
  z.object({ type: z.literal('turn'), turn: turnView, total: z.number(), running: z.array(z.string()) }),
  /** An image or a tool's call, new in a running response; or more of a call, known by its `callId`. */
  z.object({ type: z.literal('part'), turnId: z.string(), part: partView }),
  z.object({ type: z.literal('attachments'), attachments: z.array(attachmentView) }),
  z.object({ type: z.literal('others'), others: z.array(modelView) }),
  z.object({ type: z.literal('context'), context: z.optional(contextView) }),
  z.object({ type: z.literal('tools'), tools: toolsView }),
  z.object({ type: z.literal('configuration'), configuration: z.optional(configurationView) }),
  z.object({ type: z.literal('system'), system: systemView }),
  z.object({ type: z.literal('trust'), isTrusted: z.boolean() }),
  /** The host can't decode images: it asks for this one, in base64, as services take it. */
  z.object({
    type: z.literal('scaleImage'),
    requestId: z.number(),
    mediaType: z.string(),
    bytes: z.string(),
  }),
  z.object({ type: z.literal('accessibility'), accessibility: accessibilityView }),
  /** What was asked for by `suggest`. */
  z.object({ type: z.literal('suggestions'), requestId: z.number(), suggestions: z.array(suggestionView) }),
  /** What was asked for by `find`: the turns that have the text, in their order. */
  z.object({ type: z.literal('found'), requestId: z.number(), found: z.array(foundView) }),
  /** More of the running response. */
  z.object({
    type: z.literal('delta'),
    turnId: z.string(),
    kind: z.enum(['text', 'thinking']),
    text: z.string(),
  }),
  /** The running response waits before it is asked for again; or waits no longer. */
  z.object({ type: z.literal('retryWait'), turnId: z.string(), wait: z.optional(retryWaitView) }),
  /** The response ended, well or not. */
  z.object({
    type: z.literal('end'),
    turnId: z.string(),
    status: answerStatus,
    failure: z.optional(failureView),
    usage: z.optional(usageView),
    cause: z.optional(finishCause),
    endedBy: z.optional(endedBy),
    pictures: z.optional(z.number()),
    receipt: z.optional(receiptView),
  }),
  z.object({ type: z.literal('connection'), connection: connectionView }),
  z.object({ type: z.literal('model'), model: z.optional(modelView) }),
  /** A send that the host could not take: the text goes back into the input, nothing is lost. */
  z.object({ type: z.literal('rejected'), text: z.string(), failure: failureView }),
  /** This text was sent from another place in which the chat is shown. */
  z.object({ type: z.literal('sentElsewhere'), text: z.string() }),
  z.object({ type: z.literal('focusInput') }),
  /** The focus goes back to what had it; to the input where nothing has. */
  z.object({ type: z.literal('focusBack') }),
  focusKnownMessage,
  /** A prompt comes from the editor: it scrolls into view. */
  z.object({ type: z.literal('followConversation') }),
  /** The focus goes to the message before or after the one that has it, or to the last response. */
  z.object({ type: z.literal('focusMessage'), which: z.enum(['previous', 'next', 'lastResponse']) }),
  z.object({ type: z.literal('openFind') }),
  z.object({ type: z.literal('openSystem') }),
]);
export type HostMessage = z.infer<typeof hostMessage>;

export const webviewMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  focusWebviewMessage,
  earlyKeyMessage,
  z.object({ type: z.literal('send'), text: z.string() }),
  /** What is typed and not sent yet: the host keeps it, since a page's own state is lost in a crash. */
  z.object({ type: z.literal('draft'), text: z.string() }),
  /** Without a turn: all responses that run. */
  z.object({ type: z.literal('stop'), turnId: z.optional(z.string()) }),
  /** Of the responses side by side, this one is the conversation's. */
  z.object({ type: z.literal('keepAnswer'), turnId: z.string() }),
  /** The page wants these turns of the conversation. */
  z.object({ type: z.literal('showTurns'), first: z.number(), count: z.number() }),
  z.object({ type: z.literal('find'), requestId: z.number(), text: z.string() }),
  /** Asks the question of this turn in other words: a version beside it. */
  z.object({ type: z.literal('edit'), turnId: z.string(), text: z.string() }),
  /** Asks the same question again: a version of the response beside it. */
  z.object({ type: z.literal('retry'), turnId: z.string() }),
  /** Has a cut response go on. */
  z.object({ type: z.literal('continue'), turnId: z.string() }),
  /** Shows the version before or after this one, of the question or the response. */
  z.object({
    type: z.literal('chooseVersion'),
    turnId: z.string(),
    of: z.enum(['prompt', 'answer']),
    step: z.union([z.literal(-1), z.literal(1)]),
  }),
  /** Takes a queued message out; with `isEdit` it comes back into the input. */
  z.object({ type: z.literal('dequeue'), id: z.string(), isEdit: z.boolean() }),
  /** Sends a queued message now: a running response is stopped for it. */
  z.object({ type: z.literal('sendQueued'), id: z.string() }),
  /** Not to wait any longer before asking again. */
  z.object({ type: z.literal('retryNow'), turnId: z.optional(z.string()) }),
  z.object({ type: z.literal('newChat') }),
  z.object({ type: z.literal('action'), action: failureAction.shape.id, turnId: z.optional(z.string()) }),
  z.object({ type: z.literal('copy'), text: z.string() }),
  /** Has this response read aloud, also while it is written. */
  z.object({ type: z.literal('readAnswer'), turnId: z.string() }),
  /** Has something attached to the draft; `choose` lets the person choose what. */
  z.object({
    type: z.literal('attach'),
    what: z.enum([
      'choose',
      'files',
      'folder',
      'selection',
      'editors',
      'problems',
      'terminal',
      'changes',
      'picture',
    ]),
  }),
  /** Files or folders that were dropped, or chosen from suggestions. */
  z.object({ type: z.literal('attachAddresses'), addresses: z.array(z.string()) }),
  /** An image or a file that was pasted or dropped with its bytes, in base64. */
  z.object({
    type: z.literal('attachBytes'),
    name: z.string(),
    bytes: z.string(),
    /** The page made the image smaller, or encoded it anew. */
    isScaled: z.optional(z.boolean()),
  }),
  /** What `scaleImage` asked for; without bytes where the image can't be decoded. */
  z.object({ type: z.literal('imageScaled'), requestId: z.number(), bytes: z.optional(z.string()) }),
  z.object({ type: z.literal('detach'), id: z.string() }),
  /** Shows what an attachment of the draft holds; or the one at this place of a question. */
  z.object({ type: z.literal('viewAttachment'), id: z.string() }),
  z.object({ type: z.literal('viewSent'), turnId: z.string(), place: z.number() }),
  z.object({ type: z.literal('openPicture'), file: z.string() }),
  z.object({ type: z.literal('savePicture'), file: z.string() }),
  /** What could be meant by what is typed: files after `#`, prompts after `/`. */
  z.object({
    type: z.literal('suggest'),
    requestId: z.number(),
    kind: z.enum(['file', 'prompt']),
    text: z.string(),
  }),
  z.object({ type: z.literal('compareModels') }),
  z.object({ type: z.literal('configureTools') }),
  /** Lets the person choose how the conversation's models respond. */
  z.object({ type: z.literal('configureModel') }),
  z.object({ type: z.literal('decideTool'), turnId: z.string(), callId: z.string(), decision: toolDecision }),
  z.object({ type: z.literal('cancelTool'), turnId: z.string(), callId: z.string() }),
  /** The system prompt of this conversation; without a text it has the one of the settings again. */
  z.object({ type: z.literal('setSystem'), text: z.optional(z.string()) }),
  /** What people do with a block of code; `more` lets them choose. */
  z.object({
    type: z.literal('code'),
    action: z.enum(['insert', 'replace', 'newFile', 'apply', 'runInTerminal', 'preview', 'more']),
    text: z.string(),
    language: z.string(),
  }),
  /** The host asks before it opens anything. */
  z.object({ type: z.literal('openLink'), href: z.string() }),
  z.object({ type: z.literal('log'), level: z.enum(['warn', 'error']), message: z.string() }),
]);
export type WebviewMessage = z.infer<typeof webviewMessage>;
