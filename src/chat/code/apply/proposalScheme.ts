/** The scheme of documents that show what a file would be with code of an answer. The manifest's menus name it too. */
export const proposalScheme = 'model-relay-proposal';
