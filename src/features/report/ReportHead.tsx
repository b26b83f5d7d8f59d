import { ActionIcon, TextInput, Tooltip } from '@mantine/core'
import { IconHistory, IconTemplate } from '@tabler/icons-react'
import classes from './report.module.css'
import type { Side, Sides } from './use-sides.ts'
import { REPORT_WORDS as WORDS } from './words.ts'
import type { ReportWriter } from './writer/report-writer.ts'
import { useWriterState } from './writer/use-open-report.ts'

export interface ReportHeadProps {
  writer: ReportWriter
  isLocked: boolean
  sides: Sides
}

/** The report's name between the switches of the two side columns. */
export function ReportHead({ writer, isLocked, sides }: ReportHeadProps) {
  const name = useWriterState(writer, ({ text }) => text.report_name)
  return (
    <div className={classes.head}>
      <SideSwitch side="templates" sides={sides} />
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
      <SideSwitch side="history" sides={sides} />
    </div>
  )
}

const LOOKS = {
  templates: { Icon: IconTemplate, show: WORDS.showTemplates, hide: WORDS.hideTemplates },
  history: { Icon: IconHistory, show: WORDS.showHistory, hide: WORDS.hideHistory },
} as const satisfies Record<Side, object>

function SideSwitch({ side, sides }: { side: Side; sides: Sides }) {
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
