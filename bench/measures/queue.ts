import { setTimeout as wait } from 'node:timers/promises'
import type { Browser } from 'playwright'
import type { Product } from '../../tests/e2e/product/product.ts'
import { registerTeacher } from '../../tests/e2e/steps/account.ts'
import { type Caller, callerOf } from '../../tests/e2e/steps/calls.ts'
import { type Figure, median } from '../figure.ts'
import { textOf } from '../texts.ts'
import { timeToCompleted } from './time-to-completed.ts'

const waiting = 48
const wordsOfEach = 100
const rounds = 3

async function fillQueue(caller: Caller, round: number): Promise<void> {
  const form = new FormData()
  for (let i = 0; i < waiting; i += 1)
    form.append('files', new Blob([textOf(wordsOfEach, round * waiting + i)]), `free-${i}.txt`)
  const response = await caller.send('/documents/batch', form)
  if (response.status !== 201)
    throw new Error(`The batch answered ${response.status}: ${await response.text()}`)
}

async function waitUntilNothingPending(caller: Caller): Promise<void> {
  while ((await caller.get<{ pending: number }>('/dashboard/stats')).pending > 0) await wait(100)
}

/**
 * Whether paid plans really go first: a teacher on Schools pastes a text while many files of a free account
 * wait. `admin` is that teacher and administers the installation.
 */
export async function measureQueue(browser: Browser, { origin }: Product, admin: Caller): Promise<Figure> {
  const context = await browser.newContext({ locale: 'en-GB' })
  try {
    const page = await context.newPage()
    await registerTeacher(page, origin)
    const free = await callerOf(page, origin)
    const { kinde_id } = await free.get<{ kinde_id: string }>('/teachers/me')
    await page.goto('about:blank')
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      await admin.put(`/admin/teachers/${encodeURIComponent(kinde_id)}/usage-limits`, {
        words_used_current_cycle: 0,
      })
      await fillQueue(free, round)
      times.push(
        await timeToCompleted(admin, () =>
          admin.post('/documents/text', { text: textOf(500, 1_000 + round) }),
        ),
      )
      if ((await free.get<{ pending: number }>('/dashboard/stats')).pending === 0)
        throw new Error('The queue was empty too early to measure.')
      await waitUntilNothingPending(free)
    }
    return {
      name: `pasted text on a paid plan to COMPLETED while ${waiting} free files wait`,
      value: median(times),
      unit: 's',
      n: times.length,
      target: 2,
      better: 'lower',
    }
  } finally {
    await context.close()
  }
}
