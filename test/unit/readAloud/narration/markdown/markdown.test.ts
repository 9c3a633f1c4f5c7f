import { narrationFor } from '../../../../../src/readAloud/narration/narration.ts';
import { defineCase, type NarrationCase } from '../narratedBlocks.ts';
import { chineseCases, inlineCases } from './inlineCases.ts';
import { structureCases } from './structureCases.ts';

const tables: Readonly<Record<string, readonly NarrationCase[]>> = {
  'within a paragraph': inlineCases,
  'block by block': structureCases,
  'in Chinese': chineseCases,
};

describe('the narration of Markdown', () => {
  for (const [table, cases] of Object.entries(tables)) {
    describe(table, () => {
      for (const row of cases) defineCase(narrationFor('markdown'), row);
    });
  }
});

const chinese = `# 模型中转站 🚀

[![构建](https://ci.example/badge.svg)](https://ci.example) [![覆盖率](https://img.example/c.svg)](https://c.example)

> **注意**：本项目仍在开发中，接口可能变化，
> 请锁定版本（例如 \`1.2.3\`）。

## 安装

1. 打开“设置 → 扩展”，地址填 https://relay.example.com/v1/chat/completions。
2. 按 \`Ctrl+Shift+P\`，再按 ↓ 选择 **Model Relay: Connect**。

\`\`\`sh
npm install
\`\`\`

## 功能

| 功能 | 说明 |
| --- | --- |
| 对话 | 流式输出，延迟~80 ms |
| 朗读 | 语速 0.5–3 倍，快 10× |
| 导出 | ✅ |

- [x] 支持 *中文* 与 English 混排
- [ ] 更多模型，见 [路线图](ROADMAP.md)

也可以按 Ctrl+C 复制。许可证：MIT ©2026
`;

const heard = [
  '[heading1] 模型中转站。',
  '图片：构建，图片：覆盖率',
  '[quote] 引用：注意：本项目仍在开发中，接口可能变化，请锁定版本（例如 1.2.3）。',
  '[heading2] 安装。',
  '[listItem] 1. 打开“设置，扩展”，地址填 relay.example.com 的链接。',
  '[listItem] 2. 按 control 加 shift 加 P，再按 下箭头 选择 Model Relay: Connect。',
  '[notice] 代码块，shell，1 行',
  '[heading2] 功能。',
  '[tableRow] 表格：功能，说明',
  '[tableRow] 对话：流式输出，延迟大约 80 ms',
  '[tableRow] 朗读：语速 0.5–3 倍，快 10 倍',
  '[tableRow] 导出：是',
  '[listItem] 已完成：支持 中文 与 English 混排',
  '[listItem] 待办：更多模型，见 路线图',
  '也可以按 Ctrl+C 复制。许可证：MIT ©2026',
];

defineCase(narrationFor('markdown'), ['the narration of a README in Chinese', chinese, heard]);
