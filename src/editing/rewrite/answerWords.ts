import * as vscode from 'vscode';
import type { AskFailure, DescribeAskFailure } from '../../platform/askModel.ts';
import type { Nonsense } from './fitLines.ts';
import { EndlessAnswerError, UnclearAnswerError } from './rewriteRun.ts';

/** Why no more of a response came; undefined where the person wanted it so. */
export function describeCut(error: unknown, describeFailure: DescribeAskFailure): AskFailure | undefined {
  const { t } = vscode.l10n;
  if (error instanceof EndlessAnswerError)
    return { words: t('The model wrote far more than this code needs, so the response was stopped.') };
  if (error instanceof UnclearAnswerError)
    return { words: t('It is unclear which part of the response is the code.') };
  return describeFailure(error);
}

/** What is said of a diff that may not show all of what was meant. */
export interface DiffDoubt {
  readonly shown: string;
  /** Before it is put in anyway. */
  readonly question: string;
  readonly detail: string;
}

export function describeDoubt(error: unknown): DiffDoubt {
  const { t } = vscode.l10n;
  return error instanceof UnclearAnswerError
    ? {
        shown: t('Review the diff before you accept it.'),
        question: t('This rewrite may cover more or less than the selected code. Apply it anyway?'),
        detail: t('It is unclear which part of the response is the code.'),
      }
    : {
        shown: t('The diff shows what was received so far.'),
        question: t('This rewrite is incomplete. Apply it anyway?'),
        detail: t('The response is incomplete. The rest of the code is unchanged.'),
      };
}

/** Why a response can't be put into a file. */
export function describeNonsense(nonsense: Nonsense, words: string): string {
  const { t } = vscode.l10n;
  switch (nonsense) {
    case 'nothing':
      return t('The response contains no code. Nothing was changed.');
    case 'same':
      return t('The model suggests no changes to this code.');
    case 'words':
      return t(
        'The model returned no code. Response: {0}',
        words.replaceAll(/\s+/g, ' ').trim().slice(0, 300),
      );
  }
}
