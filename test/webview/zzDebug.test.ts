import { makeSnapshot, makeTurn, makeTurnFact } from './chatFacts.ts';
import { openChatPage } from './chatPage.ts';
it('debug', async () => {
  const chat = await openChatPage();
  await chat.tell(makeSnapshot());
  await chat.page.evaluate(() => { const w = globalThis as any; w.log=[]; addEventListener('message', (e:any)=>{ w.log.push(e.data.type+' '+document.querySelectorAll('chat-turn').length+' '+document.querySelectorAll('chat-answer').length); queueMicrotask(()=>w.log.push('micro')); setTimeout(()=>w.log.push('timeout '+document.querySelectorAll('chat-answer').length)); }); });
  const running = makeTurn({ id: 'a', status: 'running', text: 'Use it.' });
  await chat.tell(makeTurnFact(running), { type: 'end', turnId: 'a', status:'complete', cause: 'refusal' });
  console.log(await chat.page.evaluate(() => [(globalThis as any).log, document.querySelector('[role=status]')?.textContent, document.querySelector('.turns')?.innerHTML.slice(0,300)]));
  console.log(chat.problems);
  await chat.close();
});
