import type { WordsLanguage } from '../../block.ts';

/** What a comment can belong to. */
export type DeclarationKind =
  | 'function'
  | 'method'
  | 'class'
  | 'interface'
  | 'struct'
  | 'enum'
  | 'trait'
  | 'protocol'
  | 'record'
  | 'object'
  | 'union'
  | 'type'
  | 'module'
  | 'namespace'
  | 'property'
  | 'field'
  | 'member'
  | 'constant'
  | 'variable'
  | 'macro';

const chinese: Readonly<Record<DeclarationKind, string>> = {
  function: '函数',
  method: '方法',
  class: '类',
  interface: '接口',
  struct: '结构体',
  enum: '枚举',
  trait: '特征',
  protocol: '协议',
  record: '记录',
  object: '对象',
  union: '联合体',
  type: '类型',
  module: '模块',
  namespace: '命名空间',
  property: '属性',
  field: '字段',
  member: '成员',
  constant: '常量',
  variable: '变量',
  macro: '宏',
};

/** A kind of declaration in words: in English each is its own name. */
export function sayDeclarationKind(kind: DeclarationKind, language: WordsLanguage): string {
  return language === 'zh' ? chinese[kind] : kind;
}
