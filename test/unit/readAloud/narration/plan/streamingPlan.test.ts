import { deepStrictEqual } from 'node:assert/strict';
import type { NarratedBlock } from '../../../../../src/readAloud/narration/block.ts';
import { narrationFor } from '../../../../../src/readAloud/narration/narration.ts';
import { type Granularity, planUtterances } from '../../../../../src/readAloud/narration/plan/plan.ts';
import { planStreaming } from '../../../../../src/readAloud/narration/plan/streamingPlan.ts';
import type { Utterance } from '../../../../../src/readAloud/narration/plan/utterance.ts';
import { createRandom } from '../../../../randomNumbers.ts';
import { blockOf, createWriting, randomAnswer, randomMarks, sized, takeAll } from './planParts.ts';

type Speak = (text: string) => Iterable<NarratedBlock>;

const narrate = narrationFor('markdown');
const speak: Speak = (text) =>
  narrate(text, { codeBlocks: 'skip', code: 'comments', pronunciations: {}, wordsLanguage: 'en' });

/** The utterances of a text that streams in pieces of these lengths, read whenever there may be more. */
function streamAll(
  text: string,
  bits: () => number,
  granularity: Granularity = 'sentence',
  narration = speak,
): Utterance[] {
  const writing = createWriting(text);
  const source = planStreaming(writing, narration, granularity);
  const given: Utterance[] = takeAll(source);
  const stop = source.onMore?.(() => given.push(...takeAll(source)));
  while (!writing.isComplete()) writing.write(bits());
  given.push(...takeAll(source));
  deepStrictEqual(source.next(), undefined);
  stop?.();
  deepStrictEqual(writing.isHeard, false);
  return given;
}

/** What is given of a text that has arrived, but may go on. */
function givenOf(text: string): string[] {
  const writing = createWriting(text);
  writing.write(text.length);
  return takeAll(planStreaming(writing, speak, 'sentence')).map((utterance) => utterance.text);
}

describe('the plan of a streaming text', () => {
  /** The utterances added by each piece of text. */
  const steps: Record<string, readonly (readonly [written: string, given: readonly string[]])[]> = {
    'a sentence waits for the next one': [
      ['The first sentence is here.', []],
      [' ', []],
      ['And the second one', ['The first sentence is here.']],
      [' follows.\n\nA new paragraph', ['And the second one follows.']],
    ],
    'a first clause comes before its sentence is complete': [
      ['This sentence begins with a clause of some length, and goes on with another one of some length,', []],
      [
        ' and it will not come to its end for quite a while, as there is so much more to be said here',
        ['This sentence begins with a clause of some length, and goes on with another one of some length,'],
      ],
    ],
    'Chinese closing quotes stay with their sentence': [
      ['他轻轻地对我说：“今天的天气真的很好。', []],
      ['”然后他就慢慢地走回家去了，', ['他轻轻地对我说：“今天的天气真的很好。”']],
    ],
    'open emphasis may change everything after it': [
      [
        'One plain sentence is here. Then **bold ones come, and there are two of them. And this',
        ['One plain sentence is here.'],
      ],
      [
        ' is the second one, which ends** here and not any sooner. So',
        ['Then bold ones come, and there are two of them.'],
      ],
      [
        ' it was with them, and that is all.',
        ['And this is the second one, which ends here and not any sooner.'],
      ],
    ],
    'an open link is waited for': [
      ['Look at [this page. It is good, or so they always say to everyone. Perhaps', []],
      [
        '](https://example.org/a.b) and go on with it. And then there',
        ['Look at this page.', 'It is good, or so they always say to everyone.'],
      ],
    ],
    'an open fence is not spoken, but the text before it is': [
      ['Here is some code:\n\n```ts\nconst a = 1;\n// A comment. And more of it.\n', ['Here is some code:']],
      ['\n\nmore code. Much more of it.\n', []],
      [
        '```\n\nThat was it, all of it, and it was not much. So this was all',
        ['That was it, all of it, and it was not much.'],
      ],
    ],
    'thinking is not spoken': [
      ['<think>\nLet me think about this. It is hard. Very hard', []],
      ['</think>\n\nThe answer is forty-two. It always was', ['The answer is forty-two.']],
    ],
    'lines with bars may become a table': [
      ['| Use this. It is good | Or that. Both are |\n', []],
      ['| --', []],
    ],
  };
  for (const [name, written] of Object.entries(steps)) {
    it(name, () => {
      const text = written.map(([part]) => part).join('');
      const writing = createWriting(text);
      const source = planStreaming(writing, speak, 'sentence');
      const given = written.map(([part]) => {
        writing.write(part.length);
        return [part, takeAll(source).map(({ text }) => text)];
      });
      deepStrictEqual(given, written);
    });
  }

  /** The number of characters that must arrive, one by one, before there is a first utterance. */
  const firstGiven: readonly (readonly [text: string, of: Granularity, needed: number])[] = [
    ['The first sentence is here. And the second one follows, with more of it.', 'sentence', 40],
    ['The first sentence is here. And the second one follows, with more of it.', 'paragraph', 40],
    ['**Yes**, that works. You only have to set the flag first, and then it goes on.', 'sentence', 32],
    ['**Yes**, that works. You only have to set the flag first.', 'paragraph', 32],
    ['There are three ways to do it:\n\n- The first way is the best.', 'sentence', 32],
    ['# Some overview\n\n* An item.', 'sentence', 16],
    ['1. Install the tool.\n2. Run it.', 'sentence', 24],
    ['Here are the values:\n\n| a | b |\n|---|---|\n| 1 | 2 |', 'sentence', 24],
    [
      'To find out why it fails, you first have to look at what it prints, since most of the time the reason stands there in plain words that nobody reads.',
      'sentence',
      132,
    ],
  ];
  for (const [text, granularity, needed] of firstGiven) {
    it(`begins after ${needed} characters of ${JSON.stringify(text.slice(0, 30))} ${granularity}`, () => {
      const writing = createWriting(text);
      const source = planStreaming(writing, speak, granularity);
      while (source.next() === 'later' && !writing.isComplete()) writing.write(1);
      deepStrictEqual(writing.read().length, needed);
    });
  }

  it('waits for a later clause that the first utterance may include', () => {
    const text =
      'Not taken, weighed by what they add: `yaml` (36 KB) for the front matter of prompt files, of which 70 lines read the text fields that count.';
    deepStrictEqual(
      streamAll(text, () => 3),
      takeAll(planUtterances(speak(text), 'sentence')),
    );
  });

  it('waits for text that may still change the meaning of Markdown', () => {
    const waiting: readonly string[] = [
      'Call it with `one long command. Others do not do that at all. And so on',
      '```ts\nconst a = 1;\n// A comment. And more of it.\n',
      '---\ntitle: A title. Of two sentences\n\nAnd a paragraph in between. It is of two. And so on',
      'The value is $a. But there is more of it here. And so on',
      'It is ~~all wrong. Nobody says that any more. And so on',
      'See <!-- a remark. Nobody should ever hear it. And so on',
    ];
    deepStrictEqual(
      waiting.map(givenOf),
      waiting.map(() => []),
    );
  });

  /** The last utterance that is given of a text that may go on. */
  const notWaiting: Readonly<Record<string, readonly [text: string, last: string]>> = {
    'a mark in an earlier block': [
      '1. Call it with `one long command, if you can.\n\n2. Others do not do that, now or any time later. And so on',
      '2. Others do not do that, now or any time later.',
    ],
    'a list with code whose lines begin with tags and bars': [
      `1. **Create the file** and write this:\n\n   \`\`\`jsx\n   <App />\n     | 'a'\n   \`\`\`\n\n2. Run it with the usual command, as always. Look at the page in the browser then. And so on`,
      '2. Run it with the usual command, as always.',
    ],
    'code that looks like a tag': [
      'It goes on like this as long as `i<n` holds. And then',
      'It goes on like this as long as i less than n holds.',
    ],
    'a sign that looks like a tag': [
      'It goes on while i<n; and then it really is over. And then',
      'It goes on while i<n; and then it really is over.',
    ],
    'a sign before a space': [
      'It goes on like this while a < b is true. And then',
      'It goes on like this while a < b is true.',
    ],
    'a tag that a blank line ends': [
      'It goes on like this while a <b is true.\n\nAnd then',
      'It goes on like this while a <b is true.',
    ],
    'a tag within code': [
      '```c\nfor (;i <n;) f();\n```\n\nIt goes on like this for quite a long while. And then',
      'It goes on like this for quite a long while.',
    ],
  };
  for (const [name, [text, last]] of Object.entries(notWaiting))
    it(`does not wait for the end of ${name}`, () => deepStrictEqual(givenOf(text).at(-1), last));

  it('continues after the utterances so far, even if their text changes later', () => {
    const text = 'The first sentence is here. The second one is here. The third one is here. STOP it here.';
    const given = streamAll(
      text,
      () => 10,
      'sentence',
      (part) => {
        const block = blockOf(part);
        return [part.includes('STOP') ? { ...block, text: block.text.replace('first', 'FIRST') } : block];
      },
    );
    deepStrictEqual(
      given.map(({ index, text }) => [index, text]),
      [
        [0, 'The first sentence is here.'],
        [1, 'The second one is here. The third one is here.'],
        [2, 'STOP it here.'],
      ],
    );
  });

  /** Texts that may still change their meaning when they are cut at certain positions. */
  const delicate: readonly string[] = [
    '<div>\nPress <kbd>Enter</kbd> to confirm, then wait until it is up again.\n</div>\n\nMore text.',
    '<details>\n<summary><strong>Answer</strong> to the second question</summary>\n\nIt is yes.\n\n</details>',
    '<p align="center">The value is <code>foo</code> and must be <b>set</b> before you start.</p>',
    '<table><tr><td>Use <code>npm ci</code> for it</td><td>It is faster</td></tr></table>\n\nMore text.',
    '<ul>\n<li>Get <a href="https://x.y">the tool</a> from its page</li>\n<li>Restart</li>\n</ul>\n\nMore.',
    '<div>\nHold <!-- or press --> the key <br/>until it &amp; the light <i>blink</i>.\n</div>',
    'See <span title="This. Or That">the picture</span>: <img src="a.png" alt="Step one. Then two."> And go on.',
    'Take whatever is best for you. [Docs](https://example.org/a.b)!\n\nMore text.',
    'It is 2*3 they say. It **really is. And** ![so. On](a.png). Not 4*5, as some would have it.',
    '1. The first step is this one.\n\n   ```bash\n   npm install\n\n   npm test\n   ```\n\n2. The second one.',
    '> A quote is here with code.\n> ```\n> one\n> two\n> ```\n> And it goes on.\n\nMore text.',
  ];
  for (const text of delicate) {
    it(`is that of the complete text, wherever it is split: ${text.slice(0, 30).replaceAll('\n', ' ')}`, () => {
      const complete = takeAll(planUtterances(speak(text), 'sentence'));
      deepStrictEqual(
        streamAll(text, () => 1),
        complete,
      );
      for (let cut = 1; cut < text.length; cut += 1) {
        const bits = [cut, text.length];
        const given = streamAll(text, () => bits.shift() ?? 1);
        deepStrictEqual(given, complete, JSON.stringify(text.slice(0, cut)));
      }
    });
  }

  /** Texts that once had a plan different from that of the complete text. */
  const hard: readonly string[] = [
    `${sized(100)} ${sized(290)} ${sized(300)} A${' word'.repeat(111)}, and${' more'.repeat(150)}.`,
    'Some text is here.\n\n1. The first item is this one here.\n\n2. The second item is this one here.\n\n1. The third one.',
    'Some text is here.\n\n---\n\nMore text is here. And more.\n\n---\n\nThis is the end of it all. It is.',
    '- One item of a list. It is long.\n\n    A paragraph of it. It is long, too.\n\n- Another item. It is the last one.',
    'A value of $$ that. It goes on\n===\nand on, until it ends$$ here. And here.',
  ];
  it('is that of the complete text in difficult cases', () => {
    for (const text of hard) {
      for (const granularity of ['sentence', 'paragraph'] as const) {
        const grown = streamAll(text, () => Math.ceil(text.length / 250), granularity);
        deepStrictEqual(grown, takeAll(planUtterances(speak(text), granularity)), text);
      }
    }
  });

  it('is that of the complete text, however it is split', () => {
    const random = createRandom(6);
    for (let round = 0; round < 40; round += 1) {
      const answer = randomAnswer(random, round % 3 === 1 ? 40 : 12);
      // Without ends of sentences, many exceed the limit.
      const text = round % 3 === 1 ? answer.replace(/[.!?。！？]/g, '') : answer;
      const granularity = round % 2 === 0 ? 'sentence' : 'paragraph';
      const longest = [3, 20, 200][round % 3] ?? 20;
      const grown = streamAll(text, () => Math.ceil(random() * longest), granularity);
      deepStrictEqual(grown, takeAll(planUtterances(speak(text), granularity)), JSON.stringify(text));
    }
  });

  it('repeats nothing and never goes back, whatever the text is', () => {
    const random = createRandom(9);
    for (let round = 0; round < 40; round += 1) {
      const text = randomMarks(random, 50);
      const given = streamAll(text, () => Math.ceil(random() * 15));
      const complete = takeAll(planUtterances(speak(text), 'sentence'));
      const heard = numbersOf(given);
      const oftenest = (number: string) =>
        Math.max(1, numbersOf(complete).filter((other) => other === number).length);
      deepStrictEqual(
        {
          indexes: given.map(({ index }) => index),
          twice: heard.filter((number) => heard.filter((one) => one === number).length > oftenest(number)),
          back: given.filter(({ start, paragraph }, at) => {
            const before = given[at - 1];
            return before && (start < before.start || paragraph < before.paragraph);
          }),
        },
        { indexes: given.map((_, at) => at), twice: [], back: [] },
        JSON.stringify(text),
      );
    }
  });
});

function numbersOf(utterances: readonly Utterance[]): string[] {
  return utterances.flatMap(({ text }) => text.match(/\d+(?=q)/g) ?? []);
}
