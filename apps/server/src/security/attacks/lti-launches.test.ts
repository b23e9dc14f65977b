import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, expect, test } from 'vitest'
import { createAttack } from '../../testing/attack.ts'
import { claim, useCourse } from '../../testing/lti/course.ts'
import type { BegunLaunch } from '../../testing/lti/launches.ts'
import { roles, startTestPlatform } from '../../testing/lti/platform.ts'

const course = useCourse({ works: false })
const attack = createAttack('identity', 'launches of learning platforms are forged', 'forged launches')
afterAll(() => attack.expectDefended(45))

const seconds = () => Math.floor(Date.now() / 1_000)
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const decoded = (part = '') =>
  JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Record<string, unknown>
const client = () => String(course.platform.description.client_id)

/** Claims that a platform signed, but not for this launch or not for us. */
const wrongClaims: Record<string, () => Record<string, unknown>> = {
  'for another tool': () => ({ aud: 'somebody-else' }),
  'for another tool, authorised by us': () => ({ aud: 'somebody-else', azp: client() }),
  'for us and another, authorised by the other': () => ({ aud: [client(), 'other'], azp: 'other' }),
  'for us and another, authorised by nobody': () => ({ aud: [client(), 'other'] }),
  'for nobody': () => ({ aud: undefined }),
  'for an empty list': () => ({ aud: [] }),
  'of another issuer': () => ({ iss: 'https://elsewhere.example' }),
  'of an issuer with a slash more': () => ({ iss: `${course.platform.description.issuer}/` }),
  'of an issuer in capitals': () => ({ iss: course.platform.description.issuer.toUpperCase() }),
  'of no issuer': () => ({ iss: undefined }),
  expired: () => ({ iat: seconds() - 200, exp: seconds() - 100 }),
  'without an end': () => ({ exp: undefined }),
  'whose end is a text': () => ({ exp: '9999999999' }),
  'issued an hour ago': () => ({ iat: seconds() - 3_600 }),
  'issued in an hour': () => ({ iat: seconds() + 3_600, exp: seconds() + 7_200 }),
  'never issued': () => ({ iat: undefined }),
  'not valid yet': () => ({ nbf: seconds() + 600 }),
  'with another nonce': () => ({ nonce: 'another' }),
  'without a nonce': () => ({ nonce: undefined }),
  'with a nonce that is a list': () => ({ nonce: ['another'] }),
  'of a deployment that was not let in': () => ({ [claim('deployment_id')]: '2' }),
  'of a deployment that is a list': () => ({ [claim('deployment_id')]: ['1'] }),
  'without a deployment': () => ({ [claim('deployment_id')]: undefined }),
  'of LTI 1.1': () => ({ [claim('version')]: '1.1' }),
  'of an unknown message': () => ({ [claim('message_type')]: 'LtiStartProctoring' }),
  'of nobody in particular': () => ({ sub: undefined }),
  'of an empty person': () => ({ sub: '' }),
  'of a person that is an object': () => ({ sub: { id: 'moodle-user-7' } }),
  'of a learner': () => ({ [claim('roles')]: [roles.learner] }),
  'of a learner who calls the role Instructor': () => ({
    [claim('roles')]: ['http://evil.example/membership#Instructor'],
  }),
  'without roles': () => ({ [claim('roles')]: [] }),
  'whose roles are a text': () => ({ [claim('roles')]: roles.instructor }),
}

const outcomeOf = async (token: string, begun: Pick<BegunLaunch, 'state' | 'cookie'>) =>
  (await course.land(token, begun)).pathname

async function attempt(
  what: string,
  token: string,
  begun: Pick<BegunLaunch, 'state' | 'cookie'>,
): Promise<void> {
  const pathname = await outcomeOf(token, begun)
  attack.count(what, pathname !== '/lti/refused')
  expect([what, pathname]).toEqual([what, '/lti/refused'])
}

test.each(Object.entries(wrongClaims))('a launch %s opens nothing', async (what, claims) => {
  const begun = await course.beginLaunch()
  await attempt(what, await course.platform.token(begun.nonce, { claims: claims() }), begun)
})

/** Ways to change a signed token, or to sign one without the key of the platform. */
const forgeries: Record<string, (token: string) => Promise<string> | string> = {
  'unsigned, with alg none': (token) => `${encoded({ alg: 'none' })}.${token.split('.')[1]}.`,
  'unsigned, with alg None': (token) => `${encoded({ alg: 'None', typ: 'JWT' })}.${token.split('.')[1]}.`,
  'with its signature cut off': (token) => `${token.split('.').slice(0, 2).join('.')}.`,
  'with half of its signature': (token) => token.slice(0, -100),
  'with an empty signature under our algorithm': (token) =>
    `${encoded({ alg: 'RS256' })}.${token.split('.')[1]}.`,
  'in which the person was changed afterwards': (token) => {
    const [header, payload, signature] = token.split('.')
    return `${header}.${encoded({ ...decoded(payload), sub: 'moodle-user-1', email: 'head@school.example' })}.${signature}`
  },
  'in which the deployment was changed afterwards': (token) => {
    const [header, payload, signature] = token.split('.')
    return `${header}.${encoded({ ...decoded(payload), [claim('deployment_id')]: '1 ' })}.${signature}`
  },
  'signed with the public key as a secret': async (token) => {
    const [header, payload] = token.split('.')
    const keys = await (await fetch(String(course.platform.description.keys_url))).text()
    const secret = new TextEncoder().encode(keys)
    return new SignJWT(decoded(payload))
      .setProtectedHeader({ alg: 'HS256', kid: String(decoded(header).kid) })
      .sign(secret)
  },
  'signed by a key that is in its own header': async (token) => {
    const [header, payload] = token.split('.')
    const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
    const jwk = await exportJWK(publicKey)
    return new SignJWT(decoded(payload))
      .setProtectedHeader({ alg: 'RS256', kid: String(decoded(header).kid), jwk })
      .sign(privateKey)
  },
  'signed by a key at an address that it names': async (token) => {
    const payload = decoded(token.split('.')[1])
    const { privateKey } = await generateKeyPair('RS256')
    return new SignJWT(payload)
      .setProtectedHeader({ alg: 'RS256', kid: 'theirs', jku: 'https://evil.example/keys' })
      .sign(privateKey)
  },
  'signed by an unknown key of another kind': async (token) => {
    const [header, payload] = token.split('.')
    const { privateKey } = await generateKeyPair('ES256')
    return new SignJWT(decoded(payload))
      .setProtectedHeader({ alg: 'ES256', kid: String(decoded(header).kid) })
      .sign(privateKey)
  },
  'that is no token': () => 'a.b.c',
}

test.each(Object.entries(forgeries))('a launch %s opens nothing', async (what, forge) => {
  const begun = await course.beginLaunch()
  await attempt(what, await forge(await course.platform.token(begun.nonce)), begun)
})

test('a launch signed by a foreign key under the id of ours, or naming an unknown key, opens nothing', async () => {
  const begun = await course.beginLaunch()
  await attempt('foreign key', await course.platform.token(begun.nonce, { foreign: true }), begun)
  const another = await course.beginLaunch()
  await attempt(
    'unknown key',
    await course.platform.token(another.nonce, { header: { kid: 'unknown' } }),
    another,
  )
})

test('a launch that was used, or comes with the state or the browser of another, opens nothing', async () => {
  const begun = await course.beginLaunch()
  const token = await course.platform.token(begun.nonce)
  expect(await outcomeOf(token, begun)).toBe('/lti/launch')
  await attempt('used before', token, begun)
  const [mine, theirs] = [await course.beginLaunch(), await course.beginLaunch()]
  const own = await course.platform.token(mine.nonce)
  await attempt('in a browser of another', own, { state: mine.state, cookie: theirs.cookie })
  await attempt('without the browser', own, { state: mine.state, cookie: '' })
  await attempt('with the state of another', own, theirs)
  await attempt('with a state that nobody was given', own, { ...mine, state: 'x'.repeat(43) })
})

test('of twenty deliveries of one launch at the same time, one opens', async () => {
  const begun = await course.beginLaunch()
  const token = await course.platform.token(begun.nonce)
  const opened = (await Promise.all(Array.from({ length: 20 }, () => outcomeOf(token, begun)))).filter(
    (to) => to === '/lti/launch',
  )
  for (let nth = 1; nth < 20; nth += 1) attack.count('delivered at the same time', nth < opened.length)
  expect(opened).toHaveLength(1)
})

test('a launch of one platform in the name of another opens nothing', async () => {
  const other = await startTestPlatform()
  try {
    await course.operator.call('POST', '/admin/lti/platforms', other.description)
    const begun = await course.beginLaunch()
    const { issuer, client_id } = course.platform.description
    await attempt('by another platform', await other.token(begun.nonce), begun)
    const again = await course.beginLaunch()
    await attempt(
      'by another platform under our name',
      await other.token(again.nonce, { claims: { iss: issuer, aud: client_id } }),
      again,
    )
  } finally {
    await other.close()
  }
})
