import { Alert, Paper } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { patientCalls, patientProofCalls } from '#contract/calls/patients.ts'
import type { OutputOf } from '#contract/kernel/define-call.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { ProofForm } from './ProofForm.tsx'
import classes from './proof.module.css'
import { PROOF_WORDS as WORDS } from './words.ts'

/** Shows a patient's own pages once the person said who it is; nothing of them is kept on the device. */
export function ProofGate({ children }: { children: ReactNode }) {
  const { online } = useLink()
  const { proof, error, prove } = useProof(online)
  return (
    <>
      {!online && (
        <Alert color="orange" mb="md">
          {WORDS.offline}
        </Alert>
      )}
      {proof?.is_proven === 1 ? (
        children
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
