import { Text } from '@mantine/core'
import type { FailedSignIn } from '#contract/calls/own-devices.ts'
import { formatMoment } from '#domain/time/formats.ts'
import { READER_ZONE } from '#src/sync/session/branch-zone.ts'
import { useTickingTime } from '#src/ui/time/ticking-clock.ts'
import classes from './mine.module.css'
import { About, Part } from './Part.tsx'
import { MINE_WORDS as WORDS } from './words.ts'

/** Recent failed sign-ins with the person's name. */
export function FailedSignIns({ failed }: { failed: readonly FailedSignIn[] }) {
  const now = new Date(useTickingTime(true))
  return (
    <Part title={WORDS.failures} hint={WORDS.failuresHint}>
      {failed.length === 0 ? (
        <Text size="sm">{WORDS.noFailures}</Text>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard scrolls what it can reach
        <ul className={`${classes.rows} ${classes.long}`} aria-label={WORDS.failures} tabIndex={0}>
          {failed.map(({ at, why, address }) => (
            <li key={`${at} ${why}`} className={classes.row}>
              <About
                name={WORDS.why[why]}
                details={[
                  [formatMoment(new Date(at), now, READER_ZONE), address !== '' && WORDS.from(address)]
                    .filter((part) => part !== false)
                    .join(', '),
                ]}
              />
            </li>
          ))}
        </ul>
      )}
    </Part>
  )
}
