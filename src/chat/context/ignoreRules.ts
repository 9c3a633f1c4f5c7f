import ignore from 'ignore';

/** Reads a text file by its path; undefined if there is none. Paths are absolute, with '/' between their names. */
type ReadTextFile = (path: string) => Promise<string | undefined>;

interface IgnoreRulesOptions {
  /** The root of the repository: rules are read from here on down. */
  readonly root: string;
  /** Rules from `.git/info/exclude`. */
  readonly exclude?: string | undefined;
  readonly readTextFile: ReadTextFile;
  /** Whether names that differ in case are the same, as they are on some disks. */
  readonly isCaseIgnored: boolean;
}

/** A larger file is not a plausible `.gitignore`. */
const longestRules = 500_000;

export type IgnoreRules = ReturnType<typeof createIgnoreRules>;

/**
 * Git's ignore rules of one repository. Each `.gitignore` applies from its folder on down, and a deeper one overrides
 * those above. Everything in an ignored folder is ignored, whatever the rules there say.
 */
export function createIgnoreRules(options: IgnoreRulesOptions) {
  const { root, readTextFile } = options;
  // One list with the rules of all folders, deeper folders later: as in git, the last match decides.
  const rules = ignore({ ignorecase: options.isCaseIgnored }).add(options.exclude ?? '');
  const loading = new Map<string, Promise<void>>();

  function loadFolder(folder: string): Promise<void> {
    let loaded = loading.get(folder);
    if (!loaded) {
      loaded = load(folder);
      loading.set(folder, loaded);
    }
    return loaded;
  }

  async function load(folder: string): Promise<void> {
    // The rules of parent folders must come first.
    if (folder !== '') await loadFolder(parentOf(folder));
    if (folder !== '' && rules.ignores(`${folder}/`)) return;
    const text = await readTextFile(`${root}/${folder && `${folder}/`}.gitignore`);
    if (text) rules.add(rulesBelow(folder, text.slice(0, longestRules)));
  }

  return {
    /** Whether git ignores a path; false outside of the repository. A folder's path ends with '/'. */
    async isIgnored(path: string): Promise<boolean> {
      const relative = path.startsWith(`${root}/`) ? path.slice(root.length + 1) : '';
      if (!ignore.isPathValid(relative)) return false;
      await loadFolder(parentOf(relative.replace(/\/$/, '')));
      return /(?:^|\/)\.git(?:\/|$)/.test(relative) || rules.ignores(relative);
    },
  };
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** The rules of a folder's `.gitignore`, rewritten as rules of the repository's root. */
function rulesBelow(folder: string, text: string): string[] {
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/);
  if (folder === '') return lines;
  const place = folder.replace(/[\\*?[\]!# ]/g, '\\$&');
  return lines
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const isNegated = line.startsWith('!');
      const rule = (isNegated ? line.slice(1) : line).replace(/^\\(?=[!#])/, '');
      // A rule with a '/' before its end is anchored to this folder; any other also matches in all folders below.
      const isAnchored = /\/(?!\s*$)/.test(rule);
      const below = isAnchored ? rule.replace(/^\//, '') : `**/${rule}`;
      return `${isNegated ? '!' : ''}/${place}/${below}`;
    });
}
