import { Alert, Paper } from '@mantine/core'
import { useEffect, useState } from 'react'
import { patientCalls, patientProofCalls } from '#contract/calls/patients.ts'
import type { OutputOf } from '#contract/kernel/define-call.ts'
import type { SessionFields } from '#domain/access/session.ts'
import { PatientProfile } from '#src/parts/patient-profile/PatientProfile.tsx'
import { usePatient } from '#src/parts/patient-profile/use-patient.ts'
import { PROFILE_WORDS as WORDS } from '#src/parts/patient-profile/words.ts'
import { ProofForm } from '#src/parts/proof/ProofForm.tsx'
import { callApi } from '#src/sync/api/call-api.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import classes from '../home.module.css'

/** A patient's own page: the date of birth first, then the own examinations (spec 1 section 2 "Home"). */
export function OwnResults({ session }: { session: SessionFields }) {
  const { online } = useLink()
  const { proof, error, prove } = useProof(online)
  return (
    <>
      <PageHeader title={WORDS.own(session.name)} subtitle={WORDS.ownSubtitle} />
      {!online && <Alert color="orange">{WORDS.offline}</Alert>}
      {proof?.is_proven === 1 ? (
        <Results />
      ) : error ? (
        <ErrorNote title={WORDS.failed} message={error.message} />
      ) : proof ? (
        <Paper className={classes.question}>
          <ProofForm asks={proof.asks} onAnswer={prove} />
        </Paper>
      ) : (
        online && <SkeletonRows />
      )}
    </>
  )
}

function Results() {
  const { detail, error, refresh } = usePatient(undefined)
  if (detail) return <PatientProfile detail={detail} />
  return error ? (
    <ErrorNote title={WORDS.failed} message={error.message} onRetry={refresh} />
  ) : (
    <SkeletonRows />
  )
}

type Proof = OutputOf<typeof patientCalls.proofAsked>['result']

function useProof(isOnline: boolean) {
  const [proof, setProof] = useState<Proof>()
  const [error, setError] = useState<Error>()
  useEffect(() => {
    if (!isOnline) return undefined
    const asked = new AbortController()
    callApi(patientCalls.proofAsked, {}, { signal: asked.signal }).then(
      ({ result }) => setProof(result),
      (problem: Error) => {
        if (!asked.signal.aborted) setError(problem)
      },
    )
    return () => asked.abort()
  }, [isOnline])
  const prove = async (answer: string) => {
    await callApi(patientProofCalls.prove, { answer })
    setProof((before) => before && { ...before, is_proven: 1 })
  }
  return { proof, error, prove }
}
