import { Alert, Anchor } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { type MachineView as MachineAnswer, machineViewCalls } from '#contract/calls/machine-view.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { RefusalNote } from '#src/ui/refusal/RefusalNote.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { GivenItems } from './GivenItems.tsx'
import classes from './interfaces.module.css'
import { type AskedQuestion, MachineQuestion } from './MachineQuestion.tsx'
import { MACHINE_VIEW_WORDS as WORDS } from './machine-words.ts'
import { SoughtExams } from './SoughtExams.tsx'

/** The query and the worklist that the machine would receive. */
interface Shown {
  question: AskedQuestion
  answer: MachineAnswer
}

/** The worklist that a machine would receive now, and why an examination is missing from it. */
export default function MachineView() {
  const { online } = useLink()
  return (
    <div className={classes.screen}>
      <PageHeader title={WORDS.title} subtitle={WORDS.subtitle}>
        <Anchor component={Link} to="/interfaces">
          {WORDS.back}
        </Anchor>
      </PageHeader>
      {online ? (
        <MachineMessages />
      ) : (
        <Alert color="orange" role="status">
          {WORDS.offline}
        </Alert>
      )}
    </div>
  )
}

function MachineMessages() {
  const zone = branchZone()
  const [box, act] = useAct()
  const [shown, setShown] = useState<Shown>()
  const ask = (question: AskedQuestion) =>
    act.run(async () => {
      setShown(undefined)
      const { result: answer } = await callApi(machineViewCalls.machineView, question)
      setShown({ question, answer })
    })
  return (
    <div ref={box} className={classes.screen}>
      <MachineQuestion zone={zone} isBusy={act.isBusy} onAsk={(question) => void ask(question)} />
      <RefusalNote act={act} />
      {shown?.answer.sought && <SoughtExams aet={shown.question.aet} exams={shown.answer.sought} />}
      {shown && <GivenItems aet={shown.question.aet} answer={shown.answer} zone={zone} />}
    </div>
  )
}
