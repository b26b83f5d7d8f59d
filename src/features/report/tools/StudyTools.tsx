import { ActionIcon, Tooltip } from '@mantine/core'
import {
  IconAlertOctagon,
  IconFileText,
  IconLayoutGrid,
  IconMessage2,
  type IconProps,
  IconTemplate,
} from '@tabler/icons-react'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import type { TemplateItem } from '#contract/calls/directory.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import classes from '../report.module.css'
import type { InsertMode } from '../templates/insert-template.ts'
import { TemplatesDialog } from '../templates/TemplatesDialog.tsx'
import { REPORT_WORDS as WORDS } from '../words.ts'

const RemarksDialog = lazy(() =>
  import('#src/parts/remarks/RemarksDialog.tsx').then((module) => ({ default: module.RemarksDialog })),
)
const DocumentsDialog = lazy(() =>
  import('#src/parts/documents/DocumentsDialog.tsx').then((module) => ({ default: module.DocumentsDialog })),
)
const BookletBuilder = lazy(() =>
  import('#src/parts/booklet/BookletBuilder.tsx').then((module) => ({ default: module.BookletBuilder })),
)
const CriticalTagPopover = lazy(() =>
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
  /** Names why no template can be inserted now. */
  templateRefusal: string | undefined
  onTemplate: (template: TemplateItem, mode: InsertMode) => void
}

/** Dialogs of the study beside its report: templates, remarks, documents, booklet, critical tag (spec 3 section 2.3). */
export function StudyTools({ study, templateRefusal, onTemplate }: StudyToolsProps) {
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
      <Suspense fallback={null}>
        <CriticalTagPopover study={study}>
          <span className={classes.tool} title={WORDS.criticalTag}>
            <IconAlertOctagon size={18} aria-hidden />
            <span className={classes.hiddenWords}>{WORDS.criticalTag}</span>
          </span>
        </CriticalTagPopover>
      </Suspense>
      <TemplatesDialog {...dialog('templates')} refusal={templateRefusal} onInsert={onTemplate} />
      <Suspense fallback={null}>
        {opened === 'remarks' && <RemarksDialog {...dialog('remarks')} />}
        {opened === 'documents' && <DocumentsDialog {...dialog('documents')} />}
        {opened === 'booklet' && <BookletBuilder {...dialog('booklet')} />}
      </Suspense>
    </div>
  )
}

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
