import * as vscode from 'vscode';
import type { AskFailure, DescribeAskFailure } from '../../platform/askModel.ts';
import type { Nonsense } from './fitLines.ts';
import { EndlessAnswerError, UnclearAnswerError } from './rewriteRun.ts';

/** Why no more of an answer came; undefined where the person wanted it so. */
export function describeCut(error: unknown, describeFailure: DescribeAskFailure): AskFailure | undefined {
  const { t } = vscode.l10n;
  if (error instanceof EndlessAnswerError)
    return { words: t('The model wrote far more than this code needs, so its answer was ended.') };
  if (error instanceof UnclearAnswerError)
    return { words: t('It is not clear which part of the model’s answer is the code.') };
  return describeFailure(error);
}

/** What is said of a diff that may not show all of what was meant. */
export interface DiffDoubt {
  readonly shown: string;
  /** Before it is put in all the same. */
  readonly question: string;
  readonly detail: string;
}

export function describeDoubt(error: unknown): DiffDoubt {
  const { t } = vscode.l10n;
  return error instanceof UnclearAnswerError
    ? {
        shown: t('Look through the diff before you accept it.'),
        question: t('This rewrite may be too much or too little. Put it in as it is?'),
        detail: t('It is not clear which part of the model’s answer is the code.'),
      }
    : {
        shown: t('The diff shows what came before that.'),
        question: t('This rewrite is not whole. Put it in as it is?'),
        detail: t('The answer ended too soon. The code behind it is still the old one.'),
      };
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
