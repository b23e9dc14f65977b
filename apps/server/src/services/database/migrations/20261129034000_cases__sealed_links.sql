-- The secret of an open link, encrypted, so that its teacher can copy the address again. It goes once the link is used or withdrawn.
alter table case_links add column sealed_token text;
alter table case_links add constraint case_links_sealed_check check (
  sealed_token is null or (revoked_at is null and answered_at is null and not is_preview));
