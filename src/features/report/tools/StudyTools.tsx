import { ActionIcon, Tooltip } from '@mantine/core'
import {
  IconAlertOctagon,
  IconFileText,
  IconLayoutGrid,
  IconMessage2,
  type IconProps,
  IconTemplate,
} from '@tabler/icons-react'
import { type ComponentType, memo, useState } from 'react'
import type { TemplateItem } from '#contract/calls/directory.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import classes from '../report.module.css'
import type { InsertMode } from '../templates/insert-template.ts'
import { TemplatesDialog } from '../templates/TemplatesDialog.tsx'
import { REPORT_WORDS as WORDS } from '../words.ts'

const RemarksDialog = lazyPart(() =>
  import('./RemarksDialog.tsx').then((module) => ({ default: module.RemarksDialog })),
)
const DocumentsDialog = lazyPart(() =>
  import('#src/parts/documents/DocumentsDialog.tsx').then((module) => ({ default: module.DocumentsDialog })),
)
const BookletBuilder = lazyPart(() =>
  import('#src/parts/booklet/BookletBuilder.tsx').then((module) => ({ default: module.BookletBuilder })),
)
const CriticalTagPopover = lazyPart(() =>
  import('#src/parts/tags/CriticalTagPopover.tsx').then((module) => ({ default: module.CriticalTagPopover })),
)

const TOOLS = {
  templates: { label: WORDS.templatesDialog, Icon: IconTemplate },
  remarks: { label: WORDS.remarks, Icon: IconMessage2 },
  documents: { label: WORDS.documents, Icon: IconFileText },
  booklet: { label: WORDS.booklet, Icon: IconLayoutGrid },
} as const satisfies Record<string, { label: string; Icon: ComponentType<IconProps> }>

type Tool = keyof typeof TOOLS

export interface StudyToolsProps {
  study: StudyRow
  /** Why no template can be inserted now. */
  templateRefusal: string | undefined
  onTemplate: (template: TemplateItem, mode: InsertMode) => void
  /** A new object opens the choice of the critical tag. */
  criticalAsked: object | undefined
}

/**
 * The study's dialogs next to its report: templates, remarks, documents, booklet, critical tag
 * (docs/reports.md#editor).
 */
export const StudyTools = memo(function StudyTools({
  study,
  templateRefusal,
  onTemplate,
  criticalAsked,
}: StudyToolsProps) {
  const [opened, setOpened] = useState<Tool>()
  const dialog = (tool: Tool) => ({
    studyId: study.id,
    opened: opened === tool,
    onClose: () => setOpened(undefined),
  })
  return (
    <div className={classes.tools} role="group" aria-label={WORDS.tools}>
      {(Object.keys(TOOLS) as Tool[]).map((tool) => (
        <ToolButton key={tool} tool={tool} onClick={() => setOpened(tool)} />
      ))}
      <CriticalTagPopover study={study} asked={criticalAsked}>
        <span className={classes.tool} title={WORDS.criticalTag}>
          <IconAlertOctagon size={18} aria-hidden />
          <span className={classes.hiddenWords}>{WORDS.criticalTag}</span>
        </span>
      </CriticalTagPopover>
      <TemplatesDialog {...dialog('templates')} refusal={templateRefusal} onInsert={onTemplate} />
      {opened === 'remarks' && <RemarksDialog {...dialog('remarks')} />}
      {opened === 'documents' && <DocumentsDialog {...dialog('documents')} />}
      {opened === 'booklet' && <BookletBuilder {...dialog('booklet')} />}
    </div>
  )
})

function ToolButton({ tool, onClick }: { tool: Tool; onClick: () => void }) {
  const { label, Icon } = TOOLS[tool]
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" size={30} aria-label={label} onClick={onClick}>
        <Icon size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
