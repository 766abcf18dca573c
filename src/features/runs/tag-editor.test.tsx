// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { show } from "../../components/testing/render.tsx";
import { TagEditor } from "./TagEditor.tsx";

function showEditor(tags: readonly string[]) {
  const onChange = vi.fn();
  show(<TagEditor tags={tags} known={[]} onChange={onChange} />);
  const field = screen.getByLabelText<HTMLInputElement>("Add a tag");
  const type = (text: string, key: string) => {
    fireEvent.change(field, { target: { value: text } });
    fireEvent.keyDown(field, { key });
  };
  return { onChange, field, type };
}

describe("tags of a run", () => {
  it.each(["Enter", ","])("are added by %s, without blanks around them", (key) => {
    const { onChange, type, field } = showEditor(["nvme"]);
    type("  baseline ", key);
    expect(onChange).toHaveBeenCalledWith(["nvme", "baseline"]);
    expect(field.value).toBe("");
  });

  it("are there once, and never empty", () => {
    const { onChange, type } = showEditor(["nvme"]);
    type("nvme", "Enter");
    type("   ", "Enter");
    expect(onChange).not.toHaveBeenCalled();
  });

  it("are not added once Escape has emptied the field", () => {
    const { onChange, type, field } = showEditor(["nvme"]);
    type("baseline", "Escape");
    fireEvent.blur(field);
    expect([field.value, onChange.mock.calls]).toEqual(["", []]);
  });

  it("go by their button, and the last by Backspace in an empty field", () => {
    const { onChange, type } = showEditor(["a", "b"]);
    fireEvent.click(screen.getByRole("button", { name: "Remove tag a" }));
    type("", "Backspace");
    expect(onChange.mock.calls).toEqual([[["b"]], [["a"]]]);
  });
});
