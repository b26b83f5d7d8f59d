import { Button } from '@mantine/core'
import { IconArrowLeft, IconTemplate } from '@tabler/icons-react'
import { useState } from 'react'
import type { TemplateRecord } from '#contract/masters/template.ts'
import { refreshCopies } from '#src/sync/masters/use-masters.ts'
import { confirmAction } from '#src/ui/dialog/confirm-action.ts'
import { textOf } from '#src/ui/master/fields/field-props.ts'
import { useOpened } from '#src/ui/master/use-opened.ts'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import classes from '../texts.module.css'
import { useAuthor } from '../use-author.ts'
import { TEMPLATE_WORDS as WORDS } from '../words.ts'
import { TemplateColumns } from './TemplateColumns.tsx'
import { TemplateEditor } from './TemplateEditor.tsx'
import { findText } from './unsaved-texts.ts'
import { NEW_PANE, type TemplatePane } from './use-template-form.ts'
import { ALL, useTemplateLists } from './use-template-lists.ts'

/** Report templates: departments, categories and templates next to the editor of one (docs/masters.md#texts). */
export default function Templates() {
  const lists = useTemplateLists()
  const author = useAuthor()
  const [pane, setPane] = useState<TemplatePane>()
  useOpened(refreshCopies)

  /** Opens another template. If the first one has unsaved text, asks the person first; the text is kept. */
  const open = async (next: TemplatePane | undefined) => {
    if (next?.key === pane?.key && next !== undefined) return
    const waiting = pane && findText(pane.key)
    const mayLeave =
      !waiting ||
      (await confirmAction({
        title: WORDS.leaveTitle,
        message: WORDS.leaveMessage(textOf(waiting.values.name) || WORDS.untitled),
        confirmLabel: WORDS.leaveConfirm,
        cancelLabel: WORDS.stay,
      }))
    if (mayLeave) setPane(next)
  }
  const openRecord = (record: TemplateRecord) => open({ key: record.id, record, categoryId: record.cat_id })
  const openNew = () => {
    const [first] = lists.shownCategories
    const categoryId = lists.categoryId === ALL ? (first?.id ?? null) : lists.categoryId
    return open({ key: NEW_PANE, record: undefined, categoryId })
  }
  const owner = pane?.record ? pane.record.user_id : author.ownerOfNew
  return (
    <div className={classes.desk} data-opened={pane !== undefined || undefined}>
      <TemplateColumns
        lists={lists}
        opened={pane?.key}
        onOpen={(record) => void openRecord(record)}
        onNew={() => void openNew()}
        onRemoved={(id) => {
          lists.tookOver(id, undefined)
          if (pane?.key === id) setPane(undefined)
        }}
      />
      {pane ? (
        <div className={classes.pane}>
          <Button
            className={classes.back}
            variant="subtle"
            size="compact-sm"
            leftSection={<IconArrowLeft size={16} aria-hidden />}
            onClick={() => void open(undefined)}
          >
            {WORDS.back}
          </Button>
          <TemplateEditor
            key={pane.key}
            pane={pane}
            readOnly={!author.mayChange(owner)}
            // A shared template must not be in a category that only one doctor sees.
            fitsCategory={({ user_id: whose }) => whose === null || whose === owner}
            onSaved={(record) => {
              lists.tookOver(record.id, record)
              setPane({ key: record.id, record, categoryId: record.cat_id })
            }}
          />
        </div>
      ) : (
        <div className={classes.rest}>
          <EmptyState
            icon={<IconTemplate size={32} stroke={1.5} aria-hidden />}
            title={WORDS.pick}
            hint={WORDS.pickHint}
          />
        </div>
      )}
    </div>
  )
}
