import { deepStrictEqual } from 'node:assert/strict';
import { makeSnapshot, makeTurn } from './chatFacts.ts';
import { useChatPage } from './chatPage.ts';

const text = `# 预设的回答

这不是模型写的，而是 \`relay\` 的答复。

In English again.

- Ответ на русском
- Answer

| 列 | Column |
| --- | --- |
| 値はここです | value |
`;

describe('the language of texts in the chat', () => {
  const chat = useChatPage({ isShared: true });
  const marked = () =>
    chat.page
      .locator('chat-turn [lang]')
      .evaluateAll((elements) =>
        elements.map((element) => `${element.localName} ${element.getAttribute('lang')}`),
      );

  it('is marked where it is not the page’s own', async () => {
    await chat.tell(makeSnapshot(makeTurn({ id: 'a', prompt: '你好，请解释一下。', text })));
    await chat.page.locator('td[lang]').waitFor();
    deepStrictEqual(await marked(), ['div zh', 'h3 zh', 'p zh', 'p ru', 'th zh', 'td ja']);
  });

  it('is marked in a page in another script, even for English', async () => {
    await chat.page.evaluate(() => {
      document.documentElement.lang = 'zh-cn';
    });
    await chat.tell(makeSnapshot(makeTurn({ id: 'b', prompt: '你好', text })));
    await chat.page.locator('td[lang]').first().waitFor();
    deepStrictEqual(await marked(), ['p en', 'p ru', 'p en', 'th en', 'td ja', 'td en']);
  });
});
