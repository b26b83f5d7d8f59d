import { ActionIcon, SegmentedControl, TextInput, Tooltip } from '@mantine/core'
import { IconLayoutSidebar, IconLayoutSidebarRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './report.module.css'
import type { AiView } from './use-ai-view.ts'
import type { Side, SideColumns } from './use-side-columns.ts'
import { REPORT_WORDS as WORDS } from './words.ts'
import type { ReportWriter } from './writer/report-writer.ts'
import { useWriterState } from './writer/use-open-report.ts'

export interface ReportHeadProps {
  writer: ReportWriter
  isLocked: boolean
  /** Whether the template column can be shown. */
  hasTemplates: boolean
  sides: SideColumns
  ai: AiView
  /** The tools of the study. */
  children: ReactNode
}

/** The report's name, the AI/Own switch and the tools, between the toggles of the two side columns. */
export function ReportHead({ writer, isLocked, hasTemplates, sides, ai, children }: ReportHeadProps) {
  const name = useWriterState(writer, ({ text }) => text.report_name)
  return (
    <div className={classes.head}>
      {hasTemplates && <SideSwitch side="templates" sides={sides} />}
      <TextInput
        className={classes.reportName}
        value={name}
        onChange={(event) => void writer.rename(event.currentTarget.value)}
        readOnly={isLocked}
        aria-label={WORDS.reportName}
        placeholder={WORDS.reportName}
        maxLength={200}
        size="xs"
      />
      <div className={classes.headTools}>
        {ai.isOffered && (
          <SegmentedControl
            size="xs"
            aria-label={WORDS.textSource}
            value={ai.shown}
            onChange={(value) => ai.show(value)}
            data={[
              { value: 'own', label: WORDS.own },
              { value: 'ai', label: WORDS.ai },
            ]}
          />
        )}
        {children}
        <SideSwitch side="aside" sides={sides} />
      </div>
    </div>
  )
}

const LOOKS = {
  templates: { Icon: IconLayoutSidebar, show: WORDS.showTemplates, hide: WORDS.hideTemplates },
  aside: { Icon: IconLayoutSidebarRight, show: WORDS.showAside, hide: WORDS.hideAside },
} as const satisfies Record<Side, object>

function SideSwitch({ side, sides }: { side: Side; sides: SideColumns }) {
  const { Icon, show, hide } = LOOKS[side]
  const isOpen = sides.isOpen(side)
  const label = isOpen ? hide : show
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant={isOpen ? 'light' : 'subtle'}
        color="gray"
        size={30}
        aria-label={label}
        aria-expanded={isOpen}
        onClick={() => sides.toggle(side)}
      >
        <Icon size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
