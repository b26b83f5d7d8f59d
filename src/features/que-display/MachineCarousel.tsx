import type { CSSProperties } from 'react'
import type { QueItem } from '#contract/calls/exam-queue.ts'
import { countdownText } from '#domain/queue/exam-time.ts'
import { isScanning, type ServiceStatus } from '#domain/status/service-status.ts'
import { usePatientWords } from '#src/parts/patient-words/patient-words.ts'
import { useTickingTime } from '#src/ui/time/ticking-clock.ts'
import classes from './que-display.module.css'
import { Token } from './Token.tsx'
import { useSlide } from './use-slide.ts'

/** Two per row, four per slide (docs/visits.md#queue-display). */
const PER_SLIDE = 4

export interface MachineCarouselProps {
  machines: readonly { id: string; name: string }[]
  items: readonly QueItem[]
  skewMs: number
}

/** A card for each machine with its current patient; the slides change automatically. */
export function MachineCarousel({ machines, items, skewMs }: MachineCarouselProps) {
  const { queue: words } = usePatientWords()
  const slides = Math.max(1, Math.ceil(machines.length / PER_SLIDE))
  const slide = useSlide(slides)
  const shown = machines.slice(slide * PER_SLIDE, (slide + 1) * PER_SLIDE)
  return (
    <>
      <ul className={classes.machines} key={slide}>
        {shown.map((machine) => (
          <MachineCard
            key={machine.id}
            name={machine.name}
            running={items.filter((item) => item.machine_id === machine.id && isRunning(item))}
            skewMs={skewMs}
          />
        ))}
      </ul>
      {slides > 1 && (
        <p className={classes.slides} aria-hidden>
          {words.slides(slide + 1, slides)}
        </p>
      )}
    </>
  )
}

const isRunning = ({ status }: QueItem) => isScanning(status as ServiceStatus)

function MachineCard({ name, running, skewMs }: { name: string; running: QueItem[]; skewMs: number }) {
  const { queue: words } = usePatientWords()
  const [first] = running
  return (
    <li className={classes.machine} data-running={first !== undefined || undefined}>
      <h2 className={classes.machineName}>{name}</h2>
      {!first && <p className={classes.free}>{words.free}</p>}
      {running.map((item) => (
        <div key={item.id} className={classes.running}>
          <p className={classes.token} style={{ '--letters': lettersOf(item) } as CSSProperties}>
            <Token {...item} />
          </p>
          <TimeLeft end={item.exm_end_dt} skewMs={skewMs} />
        </div>
      ))}
    </li>
  )
}

/** Returns the letters of the whole line: the token, a gap of one letter, and the initials. */
const lettersOf = ({ pat_id, initials }: QueItem) =>
  pat_id.length + (initials === '' ? 0 : initials.length + 1)

function TimeLeft({ end, skewMs }: { end: string | null; skewMs: number }) {
  const { queue: words } = usePatientWords()
  const now = useTickingTime(end !== null) + skewMs
  if (end === null) return <p className={classes.left}>{words.scanning}</p>
  const left = Date.parse(end) - now
  if (left < 0) return <p className={classes.left}>{words.over}</p>
  return (
    <p className={classes.left} role="timer" aria-label={words.left}>
      <bdi dir="ltr">{countdownText(left)}</bdi>
    </p>
  )
}
