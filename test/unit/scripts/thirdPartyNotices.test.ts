import { deepStrictEqual, match } from 'node:assert/strict';
import { createRequire } from 'node:module';
import { collectThirdPartyNotices } from '../../../scripts/packaging/thirdPartyNotices.ts';

const { version } = createRequire(import.meta.url)('@mermaid-js/tiny/package.json');

describe('the third-party notices', () => {
  it('list what the diagram library, the MP3 encoder and our own data contain', async () => {
    const notices = await collectThirdPartyNotices([], ['@mermaid-js/tiny']);
    const names = [
      'dagre-d3-es',
      'roughjs',
      'dayjs',
      'langium',
      'chevrotain',
      'js-yaml',
      'lodash-es',
      'marked',
    ];
    deepStrictEqual(
      names.filter((name) => !new RegExp(`^(?:.*, )?${name}(?:, .*)? \\(.+\\)$`, 'm').test(notices)),
      [],
    );
    match(notices, new RegExp(`is @mermaid-js/tiny ${version} as`));
    match(notices, /anyone who asks the complete source of the LAME/);
    match(notices, /gitleaks v[\d.]+ \(MIT\)\n+=+\n+[\s\S]{0,200}MIT License/);
  });
});
