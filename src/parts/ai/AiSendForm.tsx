import { Button, Group, Select, Stack, Text, Tooltip } from '@mantine/core'
import { useState } from 'react'
import { aiCalls } from '#contract/calls/ai.ts'
import type { AiBodyPart, SeriesRow } from '#contract/calls/imaging.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { RefusalNote } from '#src/ui/refusal/RefusalNote.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import {
  companiesOf,
  fittingParts,
  likelyPart,
  oneSeries,
  type Picked,
  recordsOf,
  type Sendable,
  wholeStudy,
} from './ai-choice.ts'
import { SeriesTable } from './SeriesTable.tsx'
import { AI_WORDS as WORDS } from './words.ts'

export interface AiSendFormProps {
  study: StudyRow
  series: readonly SeriesRow[]
  parts: readonly AiBodyPart[]
  onClose: () => void
}

const NOTHING: Picked = new Map()

/** Chooses what to send to a company, and sends it. */
export function AiSendForm({ study, series, parts, onClose }: AiSendFormProps) {
  const { online } = useLink()
  const companies = companiesOf(parts)
  const [companyId, setCompany] = useState(companies[0]?.id ?? '')
  const [picked, setPicked] = useState(NOTHING)
  const [box, act] = useAct()
  const whole = wholeStudy(study)
  const records = recordsOf(picked, [whole, ...series.map(oneSeries)], parts)
  const reason = online ? reasonOf(records) : WORDS.offline

  const pick = (sendable: Sendable, isPicked: boolean) => {
    const fitting = fittingParts(parts, companyId, sendable)
    // The whole study includes its series, so that nothing is sent twice.
    const next = new Map(sendable.class === 'study' ? [] : picked)
    if (isPicked) next.set(sendable.id, likelyPart(fitting, sendable))
    else next.delete(sendable.id)
    setPicked(next)
  }
  const send = async () => {
    if (!records) return
    await callApi(aiCalls.sendToAI, { study_id: study.study_id, ai_company_id: companyId, records })
    notifyDone(WORDS.sent)
    onClose()
  }
  return (
    <Stack gap="md" ref={box}>
      <Select
        label={WORDS.company}
        data={companies.map(({ id, name }) => ({ value: id, label: name }))}
        value={companyId}
        allowDeselect={false}
        onChange={(id) => {
          setCompany(id ?? '')
          setPicked(NOTHING)
        }}
      />
      <SeriesTable
        whole={whole}
        series={series}
        partsFor={(sendable) => fittingParts(parts, companyId, sendable)}
        picked={picked}
        onPick={pick}
        onReadAs={(id, partId) => setPicked(new Map(picked).set(id, partId))}
      />
      {series.length === 0 && <Text c="dimmed">{WORDS.noSeries}</Text>}
      <Group justify="flex-end">
        <RefusalNote act={act} />
        <Button variant="default" onClick={onClose}>
          {WORDS.close}
        </Button>
        <Tooltip label={reason} disabled={reason === undefined}>
          <Button
            loading={act.isBusy}
            data-disabled={reason !== undefined || undefined}
            aria-disabled={reason !== undefined}
            aria-description={reason}
            onClick={() => reason === undefined && void act.run(send)}
          >
            {records && records.length > 0 ? WORDS.sendCount(records.length) : WORDS.send}
          </Button>
        </Tooltip>
      </Group>
    </Stack>
  )
}

function reasonOf(records: readonly unknown[] | undefined): string | undefined {
  if (!records) return WORDS.noBodyPart
  return records.length === 0 ? WORDS.nothingPicked : undefined
}
