import type { CodeCase } from './codeCase.ts';

/** What is said of pages where only what people wrote for people is read. */
export const pageCases: Readonly<Record<string, CodeCase>> = {
  'a page, its comments and those of its scripts': [
    'html',
    '<!DOCTYPE html>\n<title>Home</title>\n<!-- The page. -->\n<h1 class="x">Hello <b>world</b> &amp; all</h1>\n<p>See <a href="https://x.y//z">this</a>.<br>And that.</p>\n<script>\n// Greets.\n</script>\n<style>/* Blue. */</style>',
    [
      '(paragraph) Home',
      'The page.',
      '(heading) Hello world & all',
      '(paragraph) See this. And that.',
      'Greets.',
      'Blue.',
    ],
  ],
  'lists and pictures': [
    'html',
    '<ul><li>One</li><li>Two <img src="a.png" alt="A cat"></li></ul><svg><text>no</text></svg><img src="b.png">',
    ['(listItem) One', '(listItem) Two, image: A cat'],
  ],
  'signs by their numbers': [
    'html',
    '<p>It&#39;s &#x201C;so&#x201D;&#8203;.</p>',
    ["(paragraph) It's “so”."],
  ],
  'a page in Chinese': [
    'html',
    '<h2>欢迎</h2><p>这是<b>第一</b>段。</p><img alt="一只猫" src="x">',
    ['(heading) 欢迎', '(paragraph) 这是第一段。', '(paragraph) 图片：一只猫'],
  ],
  Vue: [
    'vue',
    '<template>\n  <p :class="{ wide: width > 1 }" @click="a > b">Hello {{ user.name }}!</p>\n</template>\n<script setup lang="ts">\n/** Says hello. */\nfunction greet() {}\n</script>',
    ['(paragraph) Hello user dot name!', 'function greet: Says hello.'],
  ],
  Svelte: [
    'svelte',
    '<script>\n  // How many.\n  let count = 0;\n</script>\n<button on:click={() => count > 1}>Clicked {count} times</button>\n{#if count > 2}<p>Many</p>{/if}',
    ['How many.', '(paragraph) Clicked count times', '(paragraph) Many'],
  ],
  Astro: ['astro', '---\nconst a = 1; // why\n---\n<h1>Hi {name}</h1>', ['why', '(heading) Hi name']],
  'pages around PHP': ['php', '<p>Hi</p>\n<?php\n// Says it.\necho 1;', ['(paragraph) Hi', 'Says it.']],
  'XML is data': ['xml', '<!-- The list. --><a><b>x</b></a>', ['The list.']],
};
