import type { CodeCase } from './codeCase.ts';

/** The narration of code when only comments are read. */
export const commentCases: Readonly<Record<string, CodeCase>> = {
  'line comments are one paragraph': [
    'typescript',
    '// First line\n// and second.',
    ['First line and second.'],
  ],
  'a blank comment line parts paragraphs': ['typescript', '// First.\n//\n// Second.', ['First.', 'Second.']],
  'a blank line parts comments': ['typescript', '// First.\n\n// Second.', ['First.', 'Second.']],
  'a doc comment without its stars': [
    'typescript',
    '/**\n * Reads a file.\n * It may take long.\n */',
    ['Reads a file. It may take long.'],
  ],
  'parameters of documentation': [
    'typescript',
    '/**\n * @param userId the id of the user\n * @param {string} [name="x"] - what to call it\n * @returns {boolean} whether it worked\n * @throws {TypeError} if it is none\n */',
    [
      'parameter user id: the id of the user',
      'parameter name: what to call it',
      'returns: whether it worked',
      'throws type error: if it is none',
    ],
  ],
  'links and code in documentation': [
    'typescript',
    '/** See {@link UserService.find} or {@link Foo | the other}, with `getUserById`. */',
    ['See user service dot find or the other, with get user by id.'],
  ],
  'list items of documentation': [
    'typescript',
    '/**\n * Steps:\n * - open it\n * - close it\n * 1. First\n */',
    ['Steps:', 'open it', 'close it', '1. First'],
  ],
  'deprecated, and tags for tools': [
    'typescript',
    '/**\n * @internal\n * @deprecated Use `open()`.\n * @author Somebody\n */',
    ['deprecated: Use open.'],
  ],
  'a session with what it prints': [
    'python',
    'def f():\n    """Adds.\n\n    >>> f(1)\n    Traceback (most recent call last): no\n\n    Then more.\n    """',
    ['Adds.', 'Then more.'],
  ],
  'a line that goes on after dots': ['typescript', '// ... and so on, always', ['... and so on, always']],
  'behind an apostrophe': ['julia', "# First.\nb = a'\n# Second.\nc = b'", ['First.', 'Second.']],
  'an example is code': ['typescript', '/**\n * Adds.\n * @example\n * const x = add(1, 2);\n */', ['Adds.']],
  'to do and fix me': [
    'typescript',
    '// TODO(ann): use the cache\n// FIXME it is slow',
    ['to do: use the cache', 'fix me: it is slow'],
  ],
  'to do in Chinese': [
    'typescript',
    '// TODO: 加缓存\n//\n// 获取用户\n// 并返回。',
    ['待办：加缓存', '获取用户并返回。'],
  ],
  'a licence is skipped': [
    'typescript',
    '// Copyright 2024 Somebody\n// SPDX-License-Identifier: MIT\n\n// The reader.\nimport a;',
    ['The reader.'],
  ],
  'directives are skipped': [
    'typescript',
    '// eslint-disable-next-line no-console\nlog(); // @ts-ignore\n// #region Parts\n// biome-ignore lint: reason\n// Why it is so.',
    ['Why it is so.'],
  ],
  'code that was put aside': [
    'typescript',
    '// const old = 1;\n// foo(bar);\n// if (x) {\n//   return y;\n// }\n// The old way was slow.',
    ['The old way was slow.'],
  ],
  'rules and banners': ['typescript', '// ----------\n// === Helpers ===\n// ----------', ['Helpers']],
  'trailing comments stand alone': ['typescript', 'a: 1, // first\nb: 2, // second', ['first', 'second']],
  'comment signs in texts': [
    'typescript',
    'const a = "// no"; const b = `/* no */ \x24{x /* yes it is */}`; const c = /\\/\\*/; // yes',
    ['yes'],
  ],
  'a docstring of Python': [
    'python',
    'def f(a):\n    """Find a user.\n\n    Args:\n        user_id (int): The id,\n            as in the table.\n\n    Returns:\n        The name, or ``None``.\n    """\n    return "no"',
    [
      'function f: Find a user.',
      'Args:',
      'user id (int): The id, as in the table.',
      'Returns:',
      'The name, or none.',
    ],
    ['function f'],
  ],
  'fields of reStructuredText': [
    'python',
    '"""Reads.\n\n:param int size: how much\n:returns: the bytes\n:raises OSError: when closed\n"""',
    ['Reads.', 'parameter size: how much', 'returns: the bytes', 'raises O S error: when closed'],
  ],
  'Python directives and encodings': [
    'python',
    '#!/usr/bin/env python3\n# -*- coding: utf-8 -*-\nimport os  # noqa: F401\n# Real words.',
    ['Real words.'],
  ],
  'a text that is no docstring': ['python', 'x = """no"""\nprint("""no""")', []],
  'Go documentation': [
    'go',
    '// User is a person.\n//\n// It has a name.\n//go:generate stringer\ntype User struct{}',
    ['User is a person.', 'It has a name.'],
  ],
  'Rust documentation': [
    'rust',
    '/// Reads a file, see [`Reader::open`].\n///\n/// # Safety\n///\n/// The pointer must be valid.\n/// ```\n/// let x = read();\n/// ```\nfn read() {}',
    ['Reads a file, see reader open.', 'Safety', 'The pointer must be valid.'],
  ],
  'nested comments of Rust': [
    'rust',
    "/* outer /* inner */ still outer */ let c = '\"'; // after",
    ['outer inner still outer', 'after'],
  ],
  'documentation in XML': [
    'csharp',
    '/// <summary>Reads <see cref="T:App.Foo"/>.</summary>\n/// <param name="maxCount">the most</param>\n/// <returns>what was read</returns>',
    ['Reads app dot foo.', 'parameter max count: the most', 'returns: what was read'],
  ],
  'shell comments': [
    'shellscript',
    '#!/bin/bash\n# Builds everything.\necho "# no" $# \x24{a#b} # yes\ncat <<EOF\n# no\nEOF',
    ['Builds everything.', 'yes'],
  ],
  'YAML comments': ['yaml', "# The build.\nname: it's # not it\nurl: a#b", ['The build.', 'not it']],
  'Lua, Haskell and Lisp': ['lua', '--[[ long\ncomment ]] x = 1 -- short', ['long comment', 'short']],
  Haskell: ['haskell', '-- | Adds one.\nf x = x {- inner -} --> y', ['Adds one.', 'inner']],
  Erlang: ['erlang', '%% Adds two.\nadd(A, B) -> "no % text". % yes', ['Adds two.', 'yes']],
  OCaml: ['ocaml', '(* Adds (not much) (* or *) two. *)\nopen A', ['Adds (not much) (* or *) two.']],
  Pascal: [
    'pascal',
    "{ Adds two. }\n{$MODE x}\ns := 'no { text }'; (* yes *)\n// and no more",
    ['Adds two.', 'yes', 'and no more'],
  ],
  VB: ['vb', "' Adds two,\n' and more.\nDim s = \"no ' text\" REM yes", ['Adds two, and more.', 'yes']],
  'batch files': ['bat', '@echo off\n:: Adds two.\nREM And\n@rem more.', ['Adds two.', 'And', 'more.']],
  Terraform: [
    'terraform',
    '# Adds two.\na = "# no" // yes\n/* and\nmore */',
    ['Adds two.', 'yes', 'and more'],
  ],
  'titles behind hashes': ['python', '### Adds two\n### and more\na = 1', ['Adds two and more']],
  'documentation of Perl': ['perl', '=pod\n\nAdds two.\n\n=cut\nmy $n = $#a; # yes', ['Adds two.', 'yes']],
  Elixir: ['elixir', '@moduledoc """\nAdds two.\n"""\nx = "# no" # yes', ['Adds two.', 'yes']],
  'names in prose': [
    'typescript',
    '// Calls getUserById with max_retries, see src/a/speech.ts and https://example.org/docs?a=b.',
    ['Calls get user by id with max retries, see speech dot T S and link to example.org.'],
  ],
  'a hash, an emoji, emphasis': [
    'go',
    '// See a1b2c3d4e5f60718 🎉 for **more**.',
    ['See hash a1b2 for more.'],
  ],
  'words that are no names': [
    'typescript',
    '// JavaScript and GitHub, e.g. on macOS: read/write, 3.14, v1.2.3, and/or "x -> y".',
    ['java script and git hub, e.g. on mac O S: read/write, 3.14, version 1.2.3, and/or "x, y".'],
  ],
};
