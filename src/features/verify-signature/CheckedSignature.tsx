import { Alert, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import type { Signature, SignatureVerdict } from '#contract/calls/signatures.ts'
import { useJoined } from '#src/parts/patient-words/use-joined.ts'
import { FactList } from '#src/ui/FactList.tsx'
import { ComparedWords } from './ComparedWords.tsx'
import { Touches } from './Touches.tsx'
import type { Checked } from './use-check.ts'
import { useReaderTime } from './use-reader-time.ts'
import classes from './verify-signature.module.css'
import { useVerifyWords } from './verify-words.ts'

const LOOKS: Record<SignatureVerdict, { color: string; Icon: typeof IconCircleCheck }> = {
  current: { color: 'teal', Icon: IconCircleCheck },
  superseded: { color: 'yellow', Icon: IconAlertTriangle },
  not_signed: { color: 'red', Icon: IconCircleX },
}

const ALTERED = { color: 'red', Icon: IconCircleX }

/** The server's result for one signed text, and the comparison with the given words. */
export function CheckedSignature({ checked: { input, result } }: { checked: Checked }) {
  const words = useVerifyWords()
  const { verdict, signatures, words: compared } = result
  // A valid signature does not confirm different words.
  const isAltered = compared?.verdict === 'different'
  const { color, Icon } = isAltered ? ALTERED : LOOKS[verdict]
  const title = words.verdicts[isAltered ? 'altered' : verdict]
  return (
    <Alert color={color} icon={<Icon aria-hidden />} title={title}>
      <Stack gap="sm">
        {isAltered && <ComparedWords given={input.words} compared={compared} />}
        {isAltered && <Text>{words.signedText}</Text>}
        {verdict === 'not_signed' && <Text>{words.notSignedHint}</Text>}
        {verdict === 'superseded' && <Text>{words.supersededHint}</Text>}
        {signatures.length > 1 && <Text>{words.sameWords(signatures.length)}</Text>}
        {signatures.length > 1 ? (
          <ul className={classes.several}>
            {signatures.map((signature, at) => (
              <li key={at}>
                <SignatureLine signature={signature} />
                {signature.touches && <Touches touches={signature.touches} hash={input.hash} />}
              </li>
            ))}
          </ul>
        ) : (
          signatures.map((signature) => (
            <Stack key={signature.signed_on} gap="sm">
              <Facts signature={signature} />
              {signature.touches && <Touches touches={signature.touches} hash={input.hash} />}
            </Stack>
          ))
        )}
        {verdict !== 'not_signed' && !isAltered && <ComparedWords given={input.words} compared={compared} />}
      </Stack>
    </Alert>
  )
}

/** One of several signatures, identified by date and doctor. */
function SignatureLine({ signature }: { signature: Signature }) {
  const { signed_by, signed_on, centre, status, superseded_on } = signature
  const words = useVerifyWords()
  const timeOf = useReaderTime()
  const joined = useJoined()
  const replaced = superseded_on ? `${words.supersededOn} ${timeOf(superseded_on)}` : ''
  return joined(signed_by, timeOf(signed_on), centre, words.statuses[status], replaced)
}

function Facts({ signature }: { signature: Signature }) {
  const words = useVerifyWords()
  const timeOf = useReaderTime()
  const joined = useJoined()
  const facts = [
    [words.signedBy, signature.signed_by],
    [words.signedOn, timeOf(signature.signed_on)],
    [words.centre, signature.centre],
    [words.status, joined(words.kind[signature.kind], words.statuses[signature.status])],
    [words.supersededOn, signature.superseded_on ? timeOf(signature.superseded_on) : ''],
  ] as const
  return <FactList facts={facts} width={200} />
}
