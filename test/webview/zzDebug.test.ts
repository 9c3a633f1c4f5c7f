import { makeTurn } from './chatFacts.ts';
import { hostConversation } from './chatHost.ts';
import { openChatPage } from './chatPage.ts';
const turns = Array.from({ length: 1000 }, (_, place) =>
  makeTurn({ id: `t${place}`, prompt: `Question ${place}`, text: `Answer ${place}. ${'Some words that fill a line or two. '.repeat(1 + ((place * 7) % 40))}` }));
it('debug', async () => {
  const chat = await openChatPage({ width: 300, height: 500 });
  await hostConversation(chat, turns);
  console.log(JSON.stringify(await chat.page.evaluate(async () => {
    const scroller = document.querySelector<HTMLElement>('.conversation')!;
    const out: unknown[] = [];
    let msgs: unknown[] = [];
    addEventListener('message', ({data}) => msgs.push([data.type, data.window?.first, data.window?.turns.length]));
    document.querySelector('relay-chat')!.addEventListener('chat-intent', ({detail}: any) => msgs.push(['ask', detail.first, detail.count]));
    const frame = () => new Promise(requestAnimationFrame);
    for (let step = 0; step < 23; step += 1) {
      const { top, height } = scroller.getBoundingClientRect();
      const middle = [...scroller.querySelectorAll('chat-turn')].find((turn) => turn.getBoundingClientRect().bottom > top + height / 2)!;
      const before = middle.getBoundingClientRect().top; const st = scroller.scrollTop;
      scroller.dispatchEvent(new WheelEvent('wheel', { deltaY: -100 }));
      scroller.scrollBy(0, -100);
      await frame(); await frame();
      if (step > 12) out.push([step, middle.getAttribute('data-place'), middle.isConnected, Math.round(middle.getBoundingClientRect().top - before), st, scroller.scrollTop, [...scroller.querySelectorAll<HTMLElement>('.turns > *')].map(e=>e.dataset['place'] ?? `${e.dataset['from']}-${e.dataset['to']} ${e.style.height} ${e.getBoundingClientRect().bottom}`), msgs]);
      msgs = [];
    }
    return out;
  })).replaceAll('],[', '],\n['));
  await chat.close();
});
