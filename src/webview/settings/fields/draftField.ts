import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { FieldView, TypedVerdict } from '../../../protocol/settingsProtocol.ts';
import { t } from '../../ui/l10n.ts';
import { PageElement } from '../../ui/pageElement.ts';
import { emitMessage } from '../settingsEvents.ts';
import {
  completeOf,
  type Draft,
  type Drafts,
  type DraftValue,
  editDraft,
  isSame,
  meetSaved,
} from './drafts.ts';
import { describeField, renderRemark, renderSetting } from './frame.ts';

/** A field of a profile. Its typed value is a draft until the host reports it as saved. */
export abstract class DraftField extends PageElement {
  declare profile: string;
  declare field: FieldView;
  declare drafts: Drafts;

  abstract focusControl(): void;
  protected abstract renderControl(reset: TemplateResult | typeof nothing): TemplateResult;
  /** Whether texts with the same numeric value are equal. */
  protected get isNumber(): boolean {
    return false;
  }
  /** Whether it consists of rows, each with its own control. */
  get #isGroup(): boolean {
    return typeof this.field.value !== 'string';
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const { draft, isNumber } = this;
    if (!changed.has('field') || !draft) return;
    const before = changed.get('field')?.value;
    this.keepDraft(meetSaved(draft, { ...this.field, isNumber, before }));
  }

  protected override render(): TemplateResult {
    const { profile, field } = this;
    const { name } = field;
    const { label, description } = describeField(name);
    return renderSetting({
      id: name,
      label,
      description,
      settingId:
        profile === ''
          ? html`<code class="setting-id">modelRelay.${name}</code>`
          : html`<code class="setting-id" title="modelRelay.profiles › ${profile} › ${name}">${name}</code>`,
      isGroup: this.#isGroup,
      isModified: field.value.length > 0,
      reset: () => {
        this.edit(this.#isGroup ? [] : '');
        this.save();
        void this.updateComplete.then(() => this.focusControl());
      },
      control: (reset) => this.renderControl(reset),
      below: this.renderBelow(),
    });
  }

  /** The verdict about the value, and further remarks. */
  protected renderBelow(): TemplateResult {
    const { name, workspaceValue } = this.field;
    const { verdict, isStale } = this.verdict;
    // Rows get a verdict only when they are saved: no newer one would replace a stale remark.
    const remark = isStale && this.#isGroup ? undefined : verdict.remark;
    return html`
      <div id="remark-${name}" class="remarks ${isStale ? 'stale' : ''}" aria-live="polite">
        ${remark ? renderRemark(remark) : nothing}
      </div>
      <div id="elsewhere-${name}">
        ${
          workspaceValue === undefined
            ? nothing
            : renderRemark({
                severity: 'info',
                text:
                  workspaceValue === ''
                    ? t('This workspace sets an empty value instead.')
                    : t('This workspace uses {0} instead.', workspaceValue),
              })
        }
      </div>
    `;
  }

  protected get draft(): Draft | undefined {
    return this.drafts.get(this.field.name);
  }

  protected get value(): DraftValue {
    return this.draft?.value ?? this.field.value;
  }

  /** The verdict about the value, or the stale one about the previous value until the new one arrives. */
  protected get verdict(): { readonly verdict: TypedVerdict; readonly isStale: boolean } {
    const { draft } = this;
    return {
      verdict: draft?.verdict?.verdict ?? this.field.verdict,
      isStale: draft !== undefined && !isSame(draft.verdict?.about, completeOf(draft.value)),
    };
  }

  protected edit(value: DraftValue): void {
    this.keepDraft(editDraft(this.draft, value, this.field.value));
  }

  protected restore(): void {
    this.keepDraft(undefined);
  }

  protected keepDraft(draft: Draft | undefined): void {
    const { name } = this.field;
    if (draft) this.drafts.set(name, draft);
    else this.drafts.delete(name);
    this.requestUpdate();
    this.dispatchEvent(new CustomEvent('settings-draft', { bubbles: true, detail: name }));
  }

  /** Saves everything that can be saved, unless it was already sent. */
  protected save(): void {
    const { draft, profile, field } = this;
    if (!draft) return;
    if (draft.sent === undefined && isSame(draft.value, field.value)) return this.restore();
    const value = completeOf(draft.value);
    if (isSame(value, draft.sent ?? field.value)) return;
    this.keepDraft({ ...draft, sent: value });
    emitMessage(this, { type: 'set', profile, field: field.name, value });
  }
}
