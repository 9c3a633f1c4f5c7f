/** What a model could be made to write to run something, to fetch something, to fool its reader or to stop the view. */

const addresses: readonly string[] = [
  'javascript:ran()',
  'JaVaScRiPt:ran()',
  'JaVa\\\nScript:ran()',
  'javascript&colon;ran()',
  '&#106;avascript:ran()',
  '&#x6A;&#x61;vascript:ran()',
  'java&Tab;script:ran()',
  'java&NewLine;script:ran()',
  '\u0001javascript:ran()',
  '\u200Bjavascript:ran()',
  'javascript://%0Aran()',
  'vbscript:ran()',
  'command:workbench.action.terminal.new',
  'COMMAND:modelRelay.removeApiKeys',
  'command&colon;workbench.action.quit',
  'vscode://file/etc/passwd',
  'vscode-insiders:x',
  'vscode-resource:/etc/passwd',
  'vscode-webview://x/index.html',
  'data:text/html,<script>ran()</script>',
  'DATA:text/html;base64,PHNjcmlwdD5yYW4oKTwvc2NyaXB0Pg==',
  'data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9cmFuKCk+',
  'file:///etc/passwd',
  'FILE:/etc/passwd',
  'blob:https://evil.test/x',
  'filesystem:https://evil.test/x',
  'ftp://evil.test/x',
  '//evil.test/x',
  '\\\\evil.test\\x',
  '/etc/passwd',
  '#top',
  '?x',
];

/** Markup of every kind, in Markdown or as it is. */
export const markup: readonly string[] = [
  '<script>ran()</script>',
  '<ScRiPt src="https://evil.test/a.js"></ScRiPt>',
  '<img src=x onerror=ran()>',
  '<img src="https://evil.test/a.png" srcset="https://evil.test/b.png 2x" loading=eager>',
  '<svg onload=ran()><script>ran()</script><image href="https://evil.test/c.png"/><use href="https://evil.test/d.svg#x"/></svg>',
  '<math><maction actiontype="statusline#javascript:ran()"><mtext href="javascript:ran()">x</mtext></maction></math>',
  '<iframe srcdoc="<script>parent.ran()</script>"></iframe><iframe src="javascript:parent.ran()"></iframe>',
  '<object data="https://evil.test/"></object><embed src="https://evil.test/">',
  '<style>@import "https://evil.test/a.css"; * { background: url(https://evil.test/b.png) }</style>',
  '<link rel=stylesheet href="https://evil.test/c.css"><link rel=prefetch href="https://evil.test/p">',
  '<meta http-equiv=refresh content="0;url=https://evil.test"><base href="https://evil.test/">',
  '<form action="https://evil.test"><input autofocus onfocus=ran()><button>Send</button></form>',
  '<details open ontoggle=ran()><video src="https://evil.test/v" autoplay onloadstart=ran()></video>',
  '<body onload=ran()><marquee onstart=ran()><a href="javascript:ran()" style="position:fixed;inset:0">x</a>',
  '<!--><img src=x onerror=ran()>--> <![CDATA[<img src=x onerror=ran()>]]> <?x <img src=x onerror=ran()>?>',
  '</div></main><script>ran()</script>',
  '# <h1 id="chat">\n\n1. <li value=3>\n\n> <blockquote cite="https://evil.test">',
  '`<b>` **<i>** &lt;script&gt;ran()&lt;/script&gt; &#60;script&#62;',
  '```html" onmouseover="ran()\n<script>ran()</script>\n```',
  '```<img/src=x/onerror=ran()>\ncode\n```',
  '| <img src=x onerror=ran()> | a |\n| - | - |\n| <b onclick=ran()> | ![p](https://evil.test/t.png) |',
  '[^<img src=x onerror=ran()>]: note\n\n[^<img src=x onerror=ran()>]',
  'https://evil.test/"onmouseover="ran() www.evil.test/<script>ran()</script>',
  String.raw`$\href{javascript:ran()}{x}$ $\url{https://evil.test}$ $\includegraphics{https://evil.test/m.png}$`,
  String.raw`$\htmlStyle{background:url(https://evil.test/s)}{x}$ $\htmlData{x=y}{x}$ $\class{x}{y}$ $\id{answer}{y}$`,
  String.raw`$\text{<img src=x onerror=ran()>}$ $\style{position:fixed}{x}$ $\unicode{x}$ $\data{onclick=ran()}{x}$`,
  String.raw`$\def\a{\a\a}\a$ $\def\b#1{\b{#1#1}}\b{x}$ $\let\c\c \c$ $\newcommand{\d}{\d}\d$`,
  String.raw`$\color{url(https://evil.test/k)}x$ $\rule{9999em}{9999em}$ $\hspace{-9999em}x$ $\raisebox{9999em}{x}$`,
];

/** Short attacks, in all spellings of a link and an image. */
export const attacks: readonly string[] = [
  ...markup,
  ...addresses.flatMap((address) => [
    `[a](${address}) [b](<${address}>) ![c](${address}) ![d](<${address}> "t")`,
    `<${address}>\n\n[e][x] [x] ![x]\n\n[x]: <${address}> "title"`,
    `[a](https://evil.test/${address} "x' onmouseover='ran()") ![remote](https://evil.test/${encodeURIComponent(address)}.png)`,
  ]),
];

/** Long texts that cost a careless parser or a browser far more than their length, as functions of that. */
export const floods: Readonly<Record<string, (length: number) => string>> = {
  ...Object.fromEntries(
    [
      ...['> ', '[', ']', '![', '*', '_', '~', '`', '$', '\\', '<', '&', '|', '#', '- '],
      ...['1. ', '[a](', '[^a]', '[x]: ', '<a ', '<!--', '<?', '&#', '*a_ ', '**a ', '`a``'],
      ...['$a ', '$$', '$x$', '\\(', '\\[', '\\( ', '\\[\n', '$$\n', '- a\n  ', '\t', ' ', '\n'],
      ...['\u202E', '\u200B', '\u0301', 'www.', 'http://a', 'a@b.c ', '|a|\n|-|\n', '```\n'],
      ...['<div>\n', '😀', '\u200D', '[a](b) ', 'https://a.bc ', '\\frac{'],
    ].map((part) => [
      JSON.stringify(part),
      (length: number) => part.repeat(Math.ceil(length / part.length)).slice(0, length),
    ]),
  ),
  'nested lists': (length) => {
    const depth = Math.floor(Math.sqrt(length));
    return Array.from({ length: depth }, (_, level) => `${' '.repeat(level * 2)}- x\n`).join('');
  },
  'a wide table': (length) => {
    const columns = Math.floor(length / 12);
    return `${'|a'.repeat(columns)}|\n${'|-'.repeat(columns)}|\n${'|b'.repeat(columns)}|\n`;
  },
  'a formula': (length) => `$${String.raw`\sqrt{`.repeat(length / 8)}x${'}'.repeat(length / 8)}$`,
  'a macro': (length) => `$\\def\\a{${'x'.repeat(length / 2)}}${'\\a'.repeat(length / 4)}$`,
  'footnotes in a footnote': (length) => '[^a]: x\n\n\t'.repeat(length / 10),
  'C# types': (length) => `\`\`\`csharp\n(${'a<T> '.repeat(length / 5)}`,
  'C# types on lines': (length) => `\`\`\`csharp\n(${'a<T>\n'.repeat(length / 5)}`,
  'links in Markdown code': (length) => `\`\`\`markdown\n(${'[a]('.repeat(length / 4)}`,
  'one word': (length) => 'x'.repeat(length),
};
