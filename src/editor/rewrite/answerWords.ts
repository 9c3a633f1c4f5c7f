import * as vscode from 'vscode';
import type { AskFailure, DescribeAskFailure } from '../askModel.ts';
import type { Nonsense } from './answer/readAnswer.ts';
import { EndlessAnswerError } from './writing.ts';

/** Why no more of an answer came; undefined where the person wanted it so. */
export function describeCut(error: unknown, describeFailure: DescribeAskFailure): AskFailure | undefined {
  return error instanceof EndlessAnswerError
    ? { words: vscode.l10n.t('The model wrote far more than this code needs, so its answer was ended.') }
    : describeFailure(error);
}

/** Why an answer can't be put into a file. */
export function describeNonsense(nonsense: Nonsense, words: string): string {
  const { t } = vscode.l10n;
  switch (nonsense) {
    case 'nothing':
      return t('The model answered without any code, so nothing was changed.');
    case 'same':
      return t('The model would leave this code as it is.');
    case 'words':
      return t('The model gave no code. It said: {0}', words.replaceAll(/\s+/g, ' ').trim().slice(0, 300));
  }
}
