import { Alert, Paper } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { patientCalls, patientProofCalls } from '#contract/calls/patients.ts'
import type { OutputOf } from '#contract/kernel/define-call.ts'
import { useOwnWords } from '#src/parts/patient-words/own-words.ts'
import { usePatientLanguage } from '#src/parts/patient-words/patient-words.ts'
import { refusalText } from '#src/parts/patient-words/refusal-text.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { ProofForm } from './ProofForm.tsx'
import classes from './proof.module.css'

/** Shows a patient's own pages once they have proved their identity; nothing is stored on the device. */
export function ProofGate({ children }: { children: ReactNode }) {
  const spoken = usePatientLanguage()
  const { frame, notLoaded, profile } = useOwnWords()
  const { online } = useLink()
  const { proof, error, prove } = useProof(online)
  return (
    <>
      {!online && (
        <Alert color="orange" mb="md">
          {profile.offline}
        </Alert>
      )}
      {proof?.is_proven === 1 ? (
        children
      ) : error ? (
        <ErrorNote title={notLoaded} message={refusalText(error, spoken)} />
      ) : proof ? (
        <Paper className={classes.question}>
          <ProofForm asks={proof.asks} onAnswer={prove} />
        </Paper>
      ) : (
        online && <SkeletonRows label={frame.loading} />
      )}
    </>
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
