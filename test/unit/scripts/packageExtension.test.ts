import { deepStrictEqual } from 'node:assert/strict';
import { describePlaceholder } from '../../../scripts/packaging/packageExtension.ts';

describe('the placeholder for the repository owner', () => {
  it('is reported with the fields that contain it, until it is replaced', () => {
    const withOwner = (owner: string) => ({
      name: 'model-relay',
      repository: { type: 'git', url: `https://github.com/${owner}/model-relay-vscode.git` },
      homepage: `https://github.com/${owner}/model-relay-vscode#readme`,
    });
    deepStrictEqual(
      [describePlaceholder(withOwner('_OWNER_')), describePlaceholder(withOwner('somebody'))],
      [
        'WARNING: package.json has no repository owner yet. Replace _OWNER_ in "repository", "homepage" with the GitHub account before publishing: until then, links and images of the README lead nowhere.',
        undefined,
      ],
    );
  });
});
