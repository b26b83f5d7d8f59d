import svgCaptcha from 'svg-captcha'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { CAPTCHA_MINUTES } from '#domain/time/intervals.ts'
import { secretHash } from '#server/kernel/auth/secret.ts'
import type { PublicContext } from '#server/kernel/context.ts'
import { putCaptcha, takeCaptcha } from './public/store.ts'

const LIFETIME_MS = CAPTCHA_MINUTES * 60_000

// Colours for a dark page; characters that look alike are left out.
const PICTURE = {
  size: 5,
  noise: 2,
  color: true,
  background: '#25262b',
  ignoreChars: '0oO1Iil',
  height: 50,
  width: 160,
}

/** Draws a new picture; its answer is stored hashed, valid for five minutes and one try. */
export async function drawCaptcha(ctx: PublicContext): Promise<{ captcha_id: string; svg: string }> {
  const { text, data } = svgCaptcha.create(PICTURE)
  const captcha_id = crypto.randomUUID()
  const expires = new Date(ctx.now.getTime() + LIFETIME_MS)
  await ctx.entry((tx) => putCaptcha(tx, { id: captcha_id, answerHash: answerHash(text), expires }, ctx.now))
  return { captcha_id, svg: data }
}

/** Uses up the picture; throws if the answer is missing, wrong or late. */
export async function demandCaptcha(
  ctx: PublicContext,
  { captcha, captcha_id }: { captcha?: string | undefined; captcha_id?: string | undefined },
): Promise<void> {
  if (!captcha || !captcha_id) {
    throw new Refusal('captcha_wrong', 'Enter the characters of the picture.', { reloadCaptha: 'YES' })
  }
  const isRight = await ctx.entry((tx) => takeCaptcha(tx, captcha_id, answerHash(captcha), ctx.now))
  if (!isRight) throw new Refusal('captcha_wrong', undefined, { reloadCaptha: 'YES' })
}

// Upper and lower case look alike in the picture, so case is ignored.
function answerHash(answer: string): Buffer {
  return secretHash(answer.trim().toLowerCase())
}
