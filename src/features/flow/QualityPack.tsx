import { Card, Group, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { QUALITY_PACK_PATH } from '#contract/calls/quality-pack.ts'
import { monthOf } from '#domain/money/month-lock.ts'
import { addDays, type DayText } from '#domain/time/zones.ts'
import { PdfButton } from '#src/parts/pdf-download/PdfButton.tsx'
import { PrintedPapersButton } from '#src/parts/printed-papers/PrintedPapersButton.tsx'
import { MonthInput } from '#src/ui/dates/MonthInput.tsx'
import type { FlowContext } from './use-flow-panel.ts'
import { FLOW_WORDS } from './words.ts'

const WORDS = FLOW_WORDS.pack

export interface QualityPackProps {
  place: FlowContext
  today: DayText
  zone: string
}

/** Downloads the monthly quality pack as a PDF, for the branch, modality and department of the page. */
export function QualityPack({ place: { branchId, modality, departmentId }, today, zone }: QualityPackProps) {
  const thisMonth = monthOf(today)
  const [month, setMonth] = useState(() => monthOf(addDays(`${thisMonth}-01`, -1)))
  return (
    <Card withBorder>
      <Title order={2} size="h4">
        {WORDS.title}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {WORDS.hint}
      </Text>
      <Group align="flex-end">
        <MonthInput
          label={WORDS.month}
          value={month}
          onChange={(next) => next !== '' && setMonth(next)}
          max={thisMonth}
          zone={zone}
        />
        <PdfButton
          label={WORDS.make}
          fileName={WORDS.name(month)}
          base="php"
          path={QUALITY_PACK_PATH}
          input={() => ({ month, branch_id: branchId, modality, department_id: departmentId })}
        />
        <PrintedPapersButton kind="quality" />
      </Group>
    </Card>
  )
}
