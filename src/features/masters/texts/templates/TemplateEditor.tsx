import { Button, Group, Tabs, Text } from '@mantine/core'
import { IconFileTypeDocx } from '@tabler/icons-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { type TemplateRecord, template } from '#contract/masters/template.ts'
import { downloadFile } from '#src/sync/files/file-transfer.ts'
import { confirmAction } from '#src/ui/dialog/confirm-action.ts'
import { downloadBlob } from '#src/ui/files/download-blob.ts'
import { isAppKey } from '#src/ui/keys/app-keys.ts'
import { useHeardKeys } from '#src/ui/keys/heard-keys.ts'
import { ConflictPanel } from '#src/ui/master/conflict/ConflictPanel.tsx'
import { FormFields } from '#src/ui/master/FormFields.tsx'
import { textOf } from '#src/ui/master/fields/field-props.ts'
import { initialValues, type Values } from '#src/ui/master/form-values.ts'
import { OnlineButton } from '#src/ui/master/OnlineButton.tsx'
import { useOnlineOnly } from '#src/ui/master/use-online-only.ts'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { ActBox } from '#src/ui/refusal/ActBox.tsx'
import { RefusalLine } from '#src/ui/refusal/RefusalLine.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { useRefusal } from '#src/ui/refusal/use-refusal.ts'
import type { RichTextHandle } from '#src/ui/rich-text/RichText.tsx'
import classes from '../texts.module.css'
import { TEMPLATE_WORDS as WORDS } from '../words.ts'
import { InsertMenu } from './InsertMenu.tsx'
import { PartText } from './PartText.tsx'
import { type TemplatePane, useTemplateForm } from './use-template-form.ts'

export interface TemplateEditorProps {
  pane: TemplatePane
  readOnly: boolean
  /** Returns whether this template may be in the category. */
  fitsCategory: (record: Values) => boolean
  onSaved: (record: TemplateRecord) => void
}

const PARTS = ['content', 'conclusion', 'recommendation'] as const
type Part = (typeof PARTS)[number]
const HEAD = ['name', 'cat_id', 'modality', 'sex', 'age_from', 'age_to', 'status', 'no_autosave']

/** The pane of one template: its texts in the report editor, and the settings of how it is offered. Ctrl+S saves. */
export function TemplateEditor({ pane, readOnly, fitsCategory, onSaved }: TemplateEditorProps) {
  const form = useTemplateForm(pane)
  const { disabled: isOffline } = useOnlineOnly()
  const [part, setPart] = useState<Part>('content')
  const editor = useRef<RichTextHandle>(null)
  const [box, showRefusal] = useRefusal<HTMLElement>()
  const name = textOf(form.values.name) || WORDS.untitled

  const finish = async (saving: ReturnType<typeof form.submit>) => {
    const saved = await saving
    if (!saved) return showRefusal()
    notifyDone(saved.message ?? WORDS.done)
    onSaved(saved.record)
  }
  const save = () => {
    editor.current?.flush()
    return finish(form.submit())
  }
  useHeardKeys(readOnly ? [] : ['save'])
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isAppKey('save', event) || readOnly) return
    // The browser's default would save the page as a file.
    event.preventDefault()
    if (!isOffline && !form.theirs) void save()
  }
  if (form.theirs)
    return (
      <section className={classes.pane} aria-label={name}>
        <ConflictPanel
          master={template}
          base={form.base}
          yours={form.values}
          theirs={initialValues(template, form.theirs, {})}
          isSaving={form.isSaving}
          onSettle={(chosen) => void finish(form.settle(chosen))}
        />
      </section>
    )
  return (
    <section ref={box} className={classes.pane} aria-label={name} onKeyDown={onKeyDown} role="presentation">
      <FormFields
        master={template}
        form={form}
        only={HEAD}
        disabled={readOnly}
        widgets={{ cat_id: { narrowed: fitsCategory } }}
      />
      <Tabs
        value={part}
        onChange={(next) => {
          editor.current?.flush()
          setPart(next as Part)
        }}
      >
        <Group justify="space-between" gap="xs" wrap="nowrap">
          <Tabs.List>
            {PARTS.map((one) => (
              <Tabs.Tab key={one} value={one} data-wrong={form.errors[one] !== undefined || undefined}>
                {template.fields[one].label}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {!readOnly && <InsertMenu onInsert={(text) => editor.current?.insert(text)} />}
        </Group>
      </Tabs>
      {!readOnly && (
        <Text size="xs" c="dimmed">
          {WORDS.fieldsHint}
        </Text>
      )}
      <div className={classes.paper}>
        <PartText
          key={part}
          ref={editor}
          label={template.fields[part].label}
          value={textOf(form.values[part])}
          onChange={(html) => form.setValue(part, html)}
          readOnly={readOnly}
        />
      </div>
      <PaneFooter
        form={form}
        name={name}
        fileId={pane.record?.file_id ?? null}
        readOnly={readOnly}
        onSave={() => void save()}
      />
    </section>
  )
}

interface PaneFooterProps {
  form: ReturnType<typeof useTemplateForm>
  name: string
  fileId: string | null
  readOnly: boolean
  onSave: () => void
}

/** What is wrong in the texts, and the buttons that save or discard the changes. */
function PaneFooter({ form, name, fileId, readOnly, onSave }: PaneFooterProps) {
  const discard = async () => {
    const isSure = await confirmAction({
      title: WORDS.discardTitle,
      message: WORDS.discardMessage(name),
      confirmLabel: WORDS.discardConfirm,
      cancelLabel: WORDS.stay,
      danger: true,
    })
    if (isSure) for (const [field, value] of Object.entries(form.base)) form.setValue(field, value)
  }
  // Only the current part is on screen, so this lists what is wrong in the other parts.
  const wrongParts = PARTS.flatMap((one) => form.errors[one] ?? [])
  return (
    <div className={classes.paneFooter}>
      <RefusalLine words={wrongParts} />
      {form.failure !== undefined && (
        <div className={classes.refused}>
          <ErrorNote title={WORDS.notSaved} message={form.failure} kept={WORDS.kept} />
        </div>
      )}
      <WordFile fileId={fileId} name={name} />
      <Text size="sm" c="dimmed" flex={1} role="status">
        {readOnly ? WORDS.notYours : form.isDirty ? WORDS.keptHere : ''}
      </Text>
      {!readOnly && form.isDirty && (
        <Button variant="subtle" color="gray" onClick={() => void discard()}>
          {WORDS.discard}
        </Button>
      )}
      {!readOnly && (
        // Saving reads the text. If the editor lost the focus on mousedown, its message would vanish and
        // the button would move.
        <OnlineButton
          loading={form.isSaving}
          onMouseDown={(event) => event.preventDefault()}
          onClick={onSave}
        >
          {WORDS.save}
        </OnlineButton>
      )}
    </div>
  )
}

/** The document from which the text was imported, for readers who want the original. */
function WordFile({ fileId, name }: { fileId: string | null; name: string }) {
  const parts = useAct()
  const [, act] = parts
  if (fileId === null) return null
  const download = async () => {
    const { bytes, type } = await downloadFile(fileId)
    downloadBlob(new Blob([bytes], { type }), `${name}.docx`)
  }
  return (
    <ActBox parts={parts}>
      <OnlineButton
        variant="subtle"
        color="gray"
        size="compact-sm"
        leftSection={<IconFileTypeDocx size={16} stroke={1.5} aria-hidden />}
        loading={act.isBusy}
        onClick={() => void act.run(download)}
      >
        {WORDS.wordFile}
      </OnlineButton>
    </ActBox>
  )
}
