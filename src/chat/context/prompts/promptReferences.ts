import { CodeFollower } from '../../../text/codeFence.ts';

/** A file that a prompt names, so that it goes along. */
export interface PromptReference {
  readonly path: string;
  /** Links count from the prompt's own folder; `#file:` may also count from the workspace's. */
  readonly kind: 'link' | 'file';
}

/** More than a prompt can mean. */
const maximumReferences = 50;

const link = /(!?)\[[^[\]\r\n]{0,500}\]\((?:<([^<>\r\n]{1,500})>|([^()\s<>]{1,500}))\)/g;
const fileMark = /(?<![\p{L}\p{N}_/#])#file:([^\s#'"`()[\]<>]{1,500})/gu;

/** The files that a prompt names by Markdown links or `#file:path`, as written in it: never what a variable brings. */
export function findReferences(body: string): PromptReference[] {
  const prose = withoutCode(body);
  const found = new Map<string, PromptReference>();
  const add = (written: string, kind: PromptReference['kind']) => {
    const path = toPath(written);
    if (path !== undefined && !found.has(path)) found.set(path, { path, kind });
  };
  for (const [, image, bracketed, plain] of prose.matchAll(link)) {
    if (!image) add(bracketed ?? plain ?? '', 'link');
  }
  for (const [, path = ''] of prose.matchAll(fileMark)) add(path.replace(/[.,;:!?]+$/, ''), 'file');
  return [...found.values()].slice(0, maximumReferences);
}

/** What stands in code is an example. */
function withoutCode(body: string): string {
  const follower = new CodeFollower();
  const prose = body.split('\n').filter((line) => !follower.isCode(line));
  return prose.map((line) => line.replaceAll(/`[^`]*`/g, '``')).join('\n');
}

/** Undefined for what is no path: an address with a scheme, a heading of the same text, a variable. */
function toPath(written: string): string | undefined {
  const [path = ''] = written.split('#');
  if (!path || path.startsWith('//') || path.includes('${') || /^[a-z][a-z\d+.-]+:/i.test(path))
    return undefined;
  try {
    const decoded = decodeURIComponent(path);
    return decoded.includes('\0') ? undefined : decoded;
  } catch {
    return path;
  }
}
