import { Button, Group, Input, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import SignaturePad from 'signature_pad'
import type { Stroke } from '#domain/consent/real-signature.ts'
import classes from './consent-form.module.css'
import { useFormWords } from './form-words.ts'

export interface SignatureFieldProps {
  strokes: readonly Stroke[]
  error: string | undefined
  isDisabled: boolean
  onChange: (strokes: readonly Stroke[]) => void
}

const INK = '#12224a'

/**
 * The patient's signature pad: strokes with pressure and time, at full screen resolution, without scrolling the page.
 */
export function SignatureField({ strokes, error, isDisabled, onChange }: SignatureFieldProps) {
  const words = useFormWords()
  const { canvas, clear } = usePad(strokes, isDisabled, onChange)
  return (
    <Input.Wrapper error={error} size="md" errorProps={{ role: 'alert' }}>
      <div className={classes.pad} tabIndex={-1} data-wrong={error !== undefined || undefined}>
        <canvas
          ref={canvas}
          role="img"
          aria-label={words.signature(strokes.length > 0)}
          className={classes.canvas}
        />
        {strokes.length === 0 && (
          <Text className={classes.hint} aria-hidden>
            {words.signHere}
          </Text>
        )}
      </div>
      <Group justify="flex-end" mt="xs">
        <Button
          variant="default"
          size="md"
          className={classes.target}
          disabled={isDisabled || strokes.length === 0}
          onClick={clear}
        >
          {words.clear}
        </Button>
      </Group>
    </Input.Wrapper>
  )
}

function usePad(
  strokes: readonly Stroke[],
  isDisabled: boolean,
  onChange: (strokes: readonly Stroke[]) => void,
) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<SignaturePad>(undefined)
  const drawn = useRef(strokes)
  const told = useRef(onChange)
  useEffect(() => {
    told.current = onChange
  }, [onChange])
  useEffect(() => {
    const surface = canvas.current
    if (!surface) return undefined
    const made = new SignaturePad(surface, { penColor: INK, minWidth: 0.8, maxWidth: 2.8 })
    pad.current = made
    const redraw = () => {
      fitToScreen(surface)
      made.fromData(asGroups(made, drawn.current))
    }
    redraw()
    const note = () => {
      drawn.current = strokesOf(made)
      told.current(drawn.current)
    }
    made.addEventListener('endStroke', note)
    const watching = new ResizeObserver(redraw)
    watching.observe(surface)
    return () => {
      watching.disconnect()
      made.removeEventListener('endStroke', note)
      made.off()
    }
  }, [])
  useEffect(() => {
    if (isDisabled) pad.current?.off()
    else pad.current?.on()
  }, [isDisabled])
  const clear = () => {
    pad.current?.clear()
    drawn.current = []
    onChange([])
  }
  return { canvas, clear }
}

// Drawn in device pixels, so that the signature is sharp on high-density screens.
function fitToScreen(surface: HTMLCanvasElement): void {
  const ratio = Math.max(window.devicePixelRatio, 1)
  surface.width = surface.offsetWidth * ratio
  surface.height = surface.offsetHeight * ratio
  surface.getContext('2d')?.scale(ratio, ratio)
}

const rounded = (value: number, places: number) => Number(value.toFixed(places))

function strokesOf(pad: SignaturePad): Stroke[] {
  return pad.toData().map(({ points }) => ({
    points: points.map(({ x, y, pressure, time }) => ({
      x: rounded(x, 1),
      y: rounded(y, 1),
      pressure: rounded(pressure, 3),
      time: Math.round(time),
    })),
  }))
}

function asGroups(pad: SignaturePad, strokes: readonly Stroke[]): ReturnType<SignaturePad['toData']> {
  const { dotSize, minWidth, maxWidth, penColor, velocityFilterWeight, compositeOperation } = pad
  const pen = { dotSize, minWidth, maxWidth, penColor, velocityFilterWeight, compositeOperation }
  return strokes.map(({ points }) => ({
    ...pen,
    points: points.map(({ x, y, pressure = 0, time = 0 }) => ({ x, y, pressure, time })),
  }))
}
