/** The scheme of documents that show what a file would be after a rewrite. The manifest's menus and keys name it too. */
export const rewriteScheme = 'model-relay-rewrite';
